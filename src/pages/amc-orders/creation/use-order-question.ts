import { useState } from 'react';
import { previewAmcOrders } from '#contract/calls/amc-orders.ts';
import type { AmcOrderPreview } from '#contract/entities/amc-order.ts';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { featuresQuery } from '#src/providers/features/features.ts';
import { queryClient } from '#src/providers/query-client.ts';

type Purchases = readonly PurchaseHeading[];

interface OrderQuestion {
  /** The purchases of the question. Kept while the dialog fades out. */
  readonly chosen: Purchases;
  /** The orders to create; empty if the server did not send a preview. */
  readonly orders: readonly AmcOrderPreview[];
  readonly isOpen: boolean;
  readonly isReading: boolean;
  /** Asks to confirm these purchases. If the server cannot preview an order, it creates the order at once. */
  readonly ask: (chosen: Purchases) => void;
  readonly confirm: () => void;
  readonly close: () => void;
}

const NOTHING = { chosen: [], orders: [], isOpen: false };

/** A preview of an order, if the server offers it (rules §1). */
export function useOrderQuestion(onConfirmed: (chosen: Purchases) => void): OrderQuestion {
  const { run, isRunning } = useCommand(previewAmcOrders);
  const once = useSingleFlight();
  const [question, setQuestion] = useState<Pick<OrderQuestion, 'chosen' | 'orders' | 'isOpen'>>(NOTHING);

  async function preview(chosen: Purchases): Promise<void> {
    const body = { purchasesIds: chosen.map(({ purchaseId }) => purchaseId) };
    // The order itself reports purchases that cannot be ordered.
    const orders = await run({ body }, { alerts: 'expiry-only' }).then(
      (answer) => answer.orders,
      () => [],
    );
    setQuestion({ chosen, orders, isOpen: true });
  }

  async function ask(chosen: Purchases): Promise<void> {
    const features = await queryClient.query(featuresQuery).catch(() => null);
    if (features === null) setQuestion({ chosen, orders: [], isOpen: true });
    else if (features.calls.includes(previewAmcOrders.name)) await preview(chosen);
    else onConfirmed(chosen);
  }

  const close = () => setQuestion((last) => ({ ...last, isOpen: false }));
  return {
    ...question,
    isReading: isRunning,
    ask: (chosen) => void once(() => ask(chosen)),
    confirm: () => {
      if (!question.isOpen) return;
      close();
      onConfirmed(question.chosen);
    },
    close,
  };
}
