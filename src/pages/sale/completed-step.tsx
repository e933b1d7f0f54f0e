import { SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { Amount, asValue } from '#src/components/display/value.tsx';
import { isSecondClick, useIgnoreRepeatedKey } from '#src/components/form/action-button.tsx';
import screens from '#src/components/layout/screens.module.css';
import { ReceiptPrinting } from '#src/components/receipt/receipt-printing.tsx';
import { useScan } from '#src/components/scan/scan-listener.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { paths } from '#src/providers/paths.ts';
import { keepScannedCard } from '#src/providers/session/sale-store.ts';
import { BeneficiaryCard, BusinessCard } from './step-parts.tsx';
import { CartTable } from './cart-table.tsx';
import { saleCart, type SaleCart, spentOn } from './sale-cart.ts';
import styles from './sale.module.css';

function Figure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <strong>{asValue(children)}</strong>
    </section>
  );
}

interface CompletedStepProps {
  /** The patient, if known: after a reload another server may omit it (rules §1). */
  readonly patient: Patient | undefined;
  readonly cart: SaleCart;
  readonly purchaseId: Id;
  /** Back to the patient search for the next patient. */
  readonly onLeave: () => void;
}

/** Step 4: the purchase is done. 'Stampa' has the focus; it downloads and prints the receipt (§2, §8). */
export function CompletedStep({ patient, cart, purchaseId, onLeave }: CompletedStepProps) {
  const translate = useTranslate();
  const printButton = useRef<HTMLButtonElement>(null);
  // The key that confirmed the purchase may still be held.
  const holdBack = useIgnoreRepeatedKey(false);

  useEffect(() => {
    printButton.current?.focus();
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
        message={
          <>
            <strong>{translate('sale:completed.title')}</strong> <span>{translate('sale:completed.text')}</span>
          </>
        }
      />
      <div className={styles.outcome}>
        <div className={styles.figures}>
          <Figure title={translate('sale:completed.number')}>{String(purchaseId)}</Figure>
          <Figure title={translate('sale:budget.spent')}>
            <Amount value={spentOn(cart.items)} />
          </Figure>
          <Figure title={translate('sale:budget.residual')}>
            <Amount value={cart.residualAmount} />
          </Figure>
        </div>
        <div className={`${screens.tools} screen-only`}>
          <ReceiptPrinting ref={printButton} purchaseId={purchaseId} onKeyDown={holdBack} />
          <Button
            size="large"
            icon={<SearchOutlined aria-hidden />}
            onKeyDown={holdBack}
            onClick={(event) => {
              if (!isSecondClick(event)) onLeave();
            }}
          >
            {translate('sale:completed.next')}
          </Button>
        </div>
      </div>
      <div className={styles.cards}>
        {patient && <BeneficiaryCard patient={patient} />}
        <BusinessCard />
      </div>
      <CartTable title={translate('sale:completed.products')} items={cart.items} hasDarkHeader />
    </>
  );
}

/** Step 4 again after a reload, as the server has the cart that was bought last. */
export function BoughtCart({ cartId, onLeave }: { readonly cartId: Id; readonly onLeave: () => void }) {
  const { data, onRetry } = useCallQuery(readCartSummary, { params: { cartId } });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (!data) return <Skeleton rows={12} />;
  const { cart } = data;
  if (cart.purchaseId === undefined) return <Navigate to={paths.patientSearch} replace />;
  return <CompletedStep patient={cart.patient} cart={saleCart(cart)} purchaseId={cart.purchaseId} onLeave={onLeave} />;
}
