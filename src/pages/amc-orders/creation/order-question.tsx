import { useTranslate } from '@refinedev/core';
import { formatTotal, sum } from '#contract/rules/money.ts';
import type { AmcOrderPreview } from '#contract/entities/amc-order.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import styles from './creation.module.css';
import type { useOrderQuestion } from './use-order-question.ts';

/** Room for the names of a store and of a health authority on one line. */
const WIDTH = 'min(50rem, 100%)';

interface OrderQuestionProps {
  readonly question: ReturnType<typeof useOrderQuestion>;
}

/** Two stores may have the same name. */
function storeOf({ storeCode, storeName }: AmcOrderPreview): string {
  return `${storeCode} · ${storeName}`;
}

/** Asks to confirm the orders, listed by store and health authority. */
export function OrderQuestion({ question: { chosen, orders, isOpen, confirm, close } }: OrderQuestionProps) {
  const translate = useTranslate();
  const title = (key: string) => translate(`amc-orders:preview.${key}`);
  const total = formatTotal(sum(chosen.map(({ itemsAmount }) => itemsAmount)));
  const columns: readonly Column<AmcOrderPreview>[] = [
    { kind: 'text', key: 'store', title: title('store'), value: storeOf },
    { kind: 'text', key: 'asl', title: title('asl'), value: ({ asl }) => asl.name },
    { kind: 'number', key: 'purchases', title: title('purchases'), value: ({ purchases }) => purchases },
    { kind: 'currency', key: 'amount', title: title('amount'), shows: 'total', value: ({ amount }) => amount },
  ];
  const text =
    orders.length > 0
      ? translate('amc-orders:preview.text', { count: orders.length, total })
      : translate('amc-orders:preview.unknown', { n: formatCount(chosen.length), total });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      width={WIDTH}
      title={translate('amc-orders:confirm')}
      text={text}
      details={
        orders.length > 0 && (
          // A scrollable region must be reachable by keyboard.
          <div className={styles.orders} role="region" aria-label={translate('amc-orders:preview.list')} tabIndex={0}>
            <DataTable
              label={translate('amc-orders:preview.list')}
              columns={columns}
              rowKey={({ storeId, asl }) => `${String(storeId)} ${String(asl.aslId)}`}
              tableProps={{ dataSource: orders }}
              showsAll
            />
          </div>
        )
      }
      onYes={confirm}
      onClose={close}
    />
  );
}
