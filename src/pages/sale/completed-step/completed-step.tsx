import { SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { isSecondClick } from '#src/components/action-button/repeated-press.ts';
import { useIgnoreRepeatedKey } from '#src/components/action-button/use-second-press.ts';
import { BudgetCard } from '#src/components/budget-cards/budget-card.tsx';
import { ReceiptPrinting } from '#src/components/receipt-printing/receipt-printing.tsx';
import { keepScannedCard } from '#src/providers/session/scanned-card.ts';
import { useScan } from '#src/hooks/use-scan.ts';
import { type SaleCart, spentOn } from '../sale-cart.ts';
import { CartTable } from '../cart-table.tsx';
import styles from '../sale.module.css';
import { BeneficiaryCard } from '../beneficiary-card.tsx';
import { BusinessCard } from '../business-card.tsx';

interface CompletedStepProps {
  readonly patient: Patient;
  readonly cart: SaleCart;
  readonly purchaseId: Id;
  /** Back to the patient search for the next patient. */
  readonly onLeave: () => void;
}

/**
 * Step 4: the purchase is done. 'Stampa' downloads and prints the receipt (§2, §8). The button for the next search has
 * the focus.
 */
export function CompletedStep({ patient, cart, purchaseId, onLeave }: CompletedStepProps) {
  const translate = useTranslate();
  const nextButton = useRef<HTMLButtonElement>(null);
  const holdBack = useIgnoreRepeatedKey(false);

  useEffect(() => {
    nextButton.current?.focus();
  }, []);

  // The card of the next patient.
  useScan(({ kind, code }, isBlocked) => {
    if (kind !== 'card' || isBlocked) return undefined;
    keepScannedCard(code);
    onLeave();
    return 'taken';
  });

  return (
    <>
      <Alert
        type="success"
        showIcon
        role="status"
        message={translate('sale:completed.title')}
        description={translate('sale:completed.text')}
      />
      <div className={`${styles.navigation} screen-only`}>
        {/* The key that confirmed the purchase may still be held. */}
        <Button
          ref={nextButton}
          size="large"
          icon={<SearchOutlined aria-hidden />}
          onKeyDown={holdBack}
          onClick={(event) => {
            if (!isSecondClick(event)) onLeave();
          }}
        >
          {translate('sale:completed.next')}
        </Button>
        <ReceiptPrinting purchaseId={purchaseId} />
      </div>
      <div className={styles.cards}>
        <BeneficiaryCard patient={patient} />
        <BusinessCard />
      </div>
      <div className={styles.cards}>
        <BudgetCard title={translate('sale:budget.residual')} amount={cart.residualAmount} />
        <BudgetCard title={translate('sale:budget.spent')} amount={spentOn(cart.items)} />
      </div>
      <CartTable title={translate('sale:completed.products')} items={cart.items} hasDarkHeader />
    </>
  );
}
