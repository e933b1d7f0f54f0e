import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import type { Voucher } from '#contract/entities/voucher.ts';
import { BudgetCard } from '#src/components/budget-cards/budget-card.tsx';
import type { SaleContext } from '#src/components/sale-facts/sale-facts.tsx';
import { VoucherDialog } from './voucher-dialog.tsx';
import styles from './sale.module.css';
import type { SaleCart } from './sale-cart.ts';

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
