import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { memo, useState } from 'react';
import type { Voucher } from '#contract/entities/patient.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { formatTotal, type Money } from '#contract/rules/money.ts';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { type SaleContext, SaleFacts } from '#src/components/display/facts.tsx';
import { Amount } from '#src/components/display/value.tsx';
import screens from '#src/components/layout/screens.module.css';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { expiryOf, type SaleCart, totalOf } from './sale-cart.ts';
import styles from './sale.module.css';

interface BudgetSummaryProps {
  readonly cart: SaleCart;
  readonly facts: SaleContext;
  readonly vouchers: readonly Voucher[];
}

function yearAndMonth({ dateEnabled }: Voucher): readonly string[] {
  return dateEnabled === undefined ? [] : romeDay(new Date(dateEnabled)).split('-');
}

interface VoucherDialogProps extends Omit<BudgetSummaryProps, 'cart'> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The patient's vouchers: code, amount, and year, month and expiry, which come from their dates (§2, rules §4). */
function VoucherDialog({ isOpen, facts, vouchers, onClose }: VoucherDialogProps) {
  const translate = useTranslate();
  const title = (key: string) => translate(`sale:voucher.${key}`);
  const columns = titled<Voucher>(title, [
    { kind: 'text', key: 'code', value: ({ code }) => code },
    { kind: 'text', key: 'year', value: (voucher) => yearAndMonth(voucher)[0] },
    { kind: 'text', key: 'month', value: (voucher) => yearAndMonth(voucher)[1] },
    { kind: 'currency', key: 'amount', value: ({ initialAmount }) => initialAmount },
    { kind: 'date', key: 'expiry', shows: 'day', value: expiryOf },
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

/** The voucher as a bar: what was spent before, what is in the cart, and what is left. */
function BudgetBar({ cart }: { readonly cart: SaleCart }) {
  const translate = useTranslate();
  const { voucherInitialAmount: whole, residualAmount } = cart;
  const spent = whole.minus(residualAmount);
  const inCart = totalOf(cart);
  const share = (part: Money) => `${whole.gt(0) ? part.div(whole).times(100).toFixed(1) : 0}%`;
  const label = translate('sale:budget.bar', { spent: formatTotal(spent), whole: formatTotal(whole) });
  return (
    <div className={styles.bar} role="img" aria-label={label} title={label}>
      <span className={styles.spentBefore} style={{ width: share(spent.minus(inCart)) }} />
      <span className={styles.inCart} style={{ width: share(inCart) }} />
    </div>
  );
}

/** 'Budget residuo', and 'Budget a disposizione' with the voucher's details (§2). A scan does not render them. */
export const BudgetSummary = memo(function BudgetSummary({ cart, facts, vouchers }: BudgetSummaryProps) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.budget}>
      <section className={styles.residual} aria-label={translate('sale:budget.residual')}>
        <h2>{translate('sale:budget.residual')}</h2>
        <strong>
          <Amount value={cart.residualAmount} />
        </strong>
      </section>
      <BudgetBar cart={cart} />
      <section className={styles.available} aria-label={translate('sale:budget.available')}>
        <h2>{translate('sale:budget.available')}</h2>
        <strong>
          <Amount value={cart.voucherInitialAmount} />
        </strong>
        <span>{translate('sale:budget.availableHint')}</span>
        <Button type="link" onClick={() => setIsOpen(true)}>
          {translate('sale:budget.detail')}
        </Button>
      </section>
      <VoucherDialog isOpen={isOpen} facts={facts} vouchers={vouchers} onClose={() => setIsOpen(false)} />
    </div>
  );
});
