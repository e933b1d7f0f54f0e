import { useState } from 'react';
import { previewAmcOrders } from '#contract/calls/amc-orders.ts';
import type { AmcOrderPreview } from '#contract/entities/amc-order.ts';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { knownFeatures } from '#src/providers/features/features.ts';

type Purchases = readonly PurchaseHeading[];

interface OrderQuestion {
  /** The purchases of the question. Kept while the dialog fades out. */
  readonly chosen: Purchases;
  /** The orders to create; empty if the server did not send a preview. */
  readonly orders: readonly AmcOrderPreview[];
  readonly isOpen: boolean;
  readonly isReading: boolean;
  /** Asks to confirm these purchases. */
  readonly ask: (chosen: Purchases) => void;
  readonly confirm: () => void;
  readonly close: () => void;
}

const NOTHING = { chosen: [], orders: [], isOpen: false };

/**
 * Asks before an order is made: with its preview, or without one where the server does not offer it or does not send it
 * (rules §1).
 */
export function useOrderQuestion(onConfirmed: (chosen: Purchases) => void): OrderQuestion {
  const { run } = useCommand(previewAmcOrders);
  const once = useSingleFlight();
  const [isReading, setIsReading] = useState(false);
  const [question, setQuestion] = useState<Pick<OrderQuestion, 'chosen' | 'orders' | 'isOpen'>>(NOTHING);

  async function preview(chosen: Purchases): Promise<readonly AmcOrderPreview[]> {
    const { calls } = await knownFeatures();
    if (!calls.includes(previewAmcOrders.name)) return [];
    const body = { purchasesIds: chosen.map(({ purchaseId }) => purchaseId) };
    return (await run({ body }, { alerts: 'expiry-only' })).orders;
  }

  async function ask(chosen: Purchases): Promise<void> {
    setIsReading(true);
    // The order itself reports purchases that cannot be ordered.
    const orders = await preview(chosen).catch(() => []);
    setIsReading(false);
    setQuestion({ chosen, orders, isOpen: true });
  }

  const close = () => setQuestion((last) => ({ ...last, isOpen: false }));
  return {
    ...question,
    isReading,
    ask: (chosen) => void once(() => ask(chosen)),
    confirm: () => {
      if (!question.isOpen) return;
      close();
      onConfirmed(question.chosen);
    },
    close,
  };
}
