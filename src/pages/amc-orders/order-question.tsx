import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { type AmcOrderPreview, previewAmcOrders } from '#contract/calls/amc-orders.ts';
import { formatTotal, sum } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { Facts } from '#src/components/display/facts.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import { knownFeatures } from '#src/providers/api/features.ts';
import { useSingleFlight } from '#src/providers/timing.ts';
import styles from './amc-orders.module.css';
import type { Purchases } from './selection.ts';

interface Question {
  /** The purchases of the question. Kept while the dialog fades out. */
  readonly chosen: Purchases;
  /** The orders to create; empty if the server did not send a preview. */
  readonly orders: readonly AmcOrderPreview[];
  readonly isOpen: boolean;
}

/**
 * Asks before an order is made: with its preview, or without one where the server does not offer it or does not send it
 * (rules §1).
 */
export function useOrderQuestion(onConfirmed: (chosen: Purchases) => void) {
  const { run } = useCallMutation(previewAmcOrders);
  const once = useSingleFlight();
  const [isReading, setIsReading] = useState(false);
  const [question, setQuestion] = useState<Question>({ chosen: [], orders: [], isOpen: false });

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
    /** Asks to confirm these purchases. */
    ask: (chosen: Purchases) => void once(() => ask(chosen)),
    confirm: () => {
      if (!question.isOpen) return;
      close();
      onConfirmed(question.chosen);
    },
    close,
  };
}

/** Room for the names of a store and of a health authority on one line. */
const WIDTH = 'min(50rem, 100%)';

/** Two stores may have the same name. */
function storeOf({ storeCode, storeName }: AmcOrderPreview): string {
  return `${storeCode} · ${storeName}`;
}

/**
 * Asks to confirm the orders: how many purchases make how many orders, what they cost, and each order by store and
 * health authority. A single order is told by its facts alone.
 */
export function OrderQuestionDialog({ chosen, orders, isOpen, confirm, close }: ReturnType<typeof useOrderQuestion>) {
  const translate = useTranslate();
  const title = (key: string) => translate(`amc-orders:preview.${key}`);
  // The list may be old; the preview is what the server would order now.
  const total = sum(
    orders.length > 0 ? orders.map(({ amount }) => amount) : chosen.map(({ itemsAmount }) => itemsAmount),
  );
  const columns = titled<AmcOrderPreview>(title, [
    { kind: 'text', key: 'store', value: storeOf },
    { kind: 'text', key: 'asl', value: ({ asl }) => asl.name },
    { kind: 'number', key: 'purchases', value: ({ purchases }) => purchases },
    { kind: 'currency', key: 'amount', value: ({ amount }) => amount },
  ]);
  const [first] = orders;
  const isSingle = orders.length === 1;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      width={WIDTH}
      title={translate('amc-orders:confirm')}
      text={first ? translate('amc-orders:preview.text', { count: orders.length }) : title('unknown')}
      details={
        <>
          <Facts
            facts={{
              ...(first && isSingle && { [title('store')]: storeOf(first), [title('asl')]: first.asl.name }),
              [title('purchases')]: formatCount(chosen.length),
              [title('orders')]: first && !isSingle && formatCount(orders.length),
            }}
            amounts={{ [title('amount')]: total }}
          />
          {first && !isSingle && (
            // A scrollable region must be reachable by keyboard.
            <div className={styles.orders} role="region" aria-label={title('list')} tabIndex={0}>
              <DataTable
                label={title('list')}
                columns={columns}
                rowKey={({ storeId, asl }) => `${String(storeId)} ${String(asl.aslId)}`}
                tableProps={{ dataSource: orders }}
                showsAll
              />
            </div>
          )}
        </>
      }
      yesLabel={translate('amc-orders:preview.yes', { total: formatTotal(total) })}
      noLabel={translate('common:no')}
      onYes={confirm}
      onClose={close}
    />
  );
}
