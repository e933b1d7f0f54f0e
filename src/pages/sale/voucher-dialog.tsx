import { useTranslate } from '@refinedev/core';
import type { Voucher } from '#contract/entities/voucher.ts';
import { romeDay } from '#contract/rules/dates.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { type SaleContext, SaleFacts } from '#src/components/sale-facts/sale-facts.tsx';
import styles from './sale.module.css';

interface VoucherDialogProps {
  readonly isOpen: boolean;
  readonly facts: SaleContext;
  readonly vouchers: readonly Voucher[];
  readonly onClose: () => void;
}

function yearAndMonth({ dateEnabled }: Voucher): { readonly year?: string; readonly month?: string } {
  if (dateEnabled === undefined) return {};
  const [year, month] = romeDay(new Date(dateEnabled)).split('-');
  return { ...(year && { year }), ...(month && { month }) };
}

/**
 * The patient's vouchers: code, year, month, amount, expiry (§2). Year, month and expiry come from their dates (rules
 * §4).
 */
export function VoucherDialog({ isOpen, facts, vouchers, onClose }: VoucherDialogProps) {
  const translate = useTranslate();
  const title = (key: string) => translate(`sale:voucher.${key}`);
  const columns: readonly Column<Voucher>[] = [
    { kind: 'text', key: 'code', title: title('code'), value: ({ code }) => code },
    { kind: 'text', key: 'year', title: title('year'), value: (voucher) => yearAndMonth(voucher).year },
    { kind: 'text', key: 'month', title: title('month'), value: (voucher) => yearAndMonth(voucher).month },
    {
      kind: 'currency',
      key: 'amount',
      title: title('amount'),
      shows: 'total',
      value: ({ initialAmount }) => initialAmount,
    },
    {
      kind: 'date',
      key: 'expiry',
      title: title('expiry'),
      shows: 'day',
      value: ({ dateDisabled }) => dateDisabled && romeDay(new Date(dateDisabled)),
    },
  ];
  return (
    <Dialog isOpen={isOpen} title={title('title')} closesOnMask width="50rem" onClose={onClose}>
      <div className={styles.vouchers}>
        <SaleFacts of={facts} />
        <DataTable
          label={title('title')}
          columns={columns}
          rowKey={({ voucherId }) => String(voucherId)}
          tableProps={{ dataSource: vouchers }}
        />
      </div>
    </Dialog>
  );
}
