import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import type { Voucher } from '#contract/entities/patient.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { BudgetCard } from '#src/components/display/budget-card.tsx';
import { type SaleContext, SaleFacts } from '#src/components/display/sale-facts.tsx';
import screens from '#src/components/layout/screens.module.css';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { SaleCart } from './sale-cart.ts';
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
function VoucherDialog({ isOpen, facts, vouchers, onClose }: VoucherDialogProps) {
  const translate = useTranslate();
  const title = (key: string) => translate(`sale:voucher.${key}`);
  const columns = titled<Voucher>(title, [
    { kind: 'text', key: 'code', value: ({ code }) => code },
    { kind: 'text', key: 'year', value: (voucher) => yearAndMonth(voucher).year },
    { kind: 'text', key: 'month', value: (voucher) => yearAndMonth(voucher).month },
    { kind: 'currency', key: 'amount', value: ({ initialAmount }) => initialAmount },
    {
      kind: 'date',
      key: 'expiry',
      shows: 'day',
      value: ({ dateDisabled }) => dateDisabled && romeDay(new Date(dateDisabled)),
    },
  ]);
  return (
    <Dialog isOpen={isOpen} title={title('title')} closesOnMask width="50rem" onClose={onClose}>
      <div className={screens.screen}>
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

interface BudgetSummaryProps {
  readonly cart: Pick<SaleCart, 'voucherInitialAmount' | 'residualAmount'>;
  readonly facts: SaleContext;
  readonly vouchers: readonly Voucher[];
}

/** 'Budget a disposizione' with the voucher's details, and 'Budget residuo' (§2). */
export function BudgetSummary({ cart, facts, vouchers }: BudgetSummaryProps) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.cards}>
      <BudgetCard
        title={translate('sale:budget.available')}
        hint={translate('sale:budget.availableHint')}
        amount={cart.voucherInitialAmount}
      >
        <Button type="link" onClick={() => setIsOpen(true)}>
          {translate('sale:budget.detail')}
        </Button>
      </BudgetCard>
      <BudgetCard title={translate('sale:budget.residual')} amount={cart.residualAmount} />
      <VoucherDialog isOpen={isOpen} facts={facts} vouchers={vouchers} onClose={() => setIsOpen(false)} />
    </div>
  );
}
