import { SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { type CartItem, readCartSummary } from '#contract/calls/carts.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Money } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { Amount, asValue, NO_VALUE } from '#src/components/display/value.tsx';
import { isSecondClick, useIgnoreRepeatedKey } from '#src/components/form/action-button.tsx';
import screens from '#src/components/layout/screens.module.css';
import { ReceiptPrinting } from '#src/components/receipt/receipt-printing.tsx';
import { useScan } from '#src/components/scan/scan-listener.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { paths } from '#src/providers/paths.ts';
import { keepScannedCard } from '#src/providers/session/sale-store.ts';
import { BeneficiaryCard, BusinessCard } from './step-parts.tsx';
import { CartTable } from './cart-table.tsx';
import { spentOn } from './sale-cart.ts';
import styles from './sale.module.css';

function Figure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <strong>{asValue(children)}</strong>
    </section>
  );
}

/** What the purchase itself answered (§7). */
interface Answered {
  readonly purchaseId: Id;
  readonly items: readonly CartItem[];
}

interface CompletedProps extends Answered {
  /** The patient, if known: after a reload another server may omit it (rules §1). */
  readonly patient: Patient | undefined;
  /** Euro, of the ledger: undefined until it has been read. */
  readonly spent: Money | undefined;
  readonly residual: Money | undefined;
  /** Reads the amounts again that could not be read. */
  readonly onRetry: (() => void) | undefined;
  /** Back to the patient search for the next patient. */
  readonly onLeave: () => void;
}

/** The purchase is done. 'Stampa' has the focus; it downloads and prints the receipt (§2, §8). */
function Completed({ patient, purchaseId, items, spent, residual, onRetry, onLeave }: CompletedProps) {
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
          <Figure title={translate('sale:budget.spent')}>{spent ? <Amount value={spent} /> : NO_VALUE}</Figure>
          <Figure title={translate('sale:budget.residual')}>{residual ? <Amount value={residual} /> : NO_VALUE}</Figure>
        </div>
        {onRetry && <LoadFailure onRetry={onRetry} />}
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
      {spent && <CartTable title={translate('sale:completed.products')} items={items} total={spent} hasDarkHeader />}
    </>
  );
}

interface CompletedStepProps extends Pick<CompletedProps, 'patient' | 'onLeave'> {
  readonly cartId: Id;
  /** Absent after a reload. */
  readonly answered?: Answered;
}

/**
 * Step 4. Its amounts are the ledger's, read after the purchase: what the tab knew before may be old (rules §2). After a
 * reload it is shown again, as the server has the cart that was bought last.
 */
export function CompletedStep({ patient, cartId, answered, onLeave }: CompletedStepProps) {
  const alerts = answered ? 'expiry-only' : 'all';
  const { data, error, refetch } = useCallQuery(readCartSummary, { params: { cartId } }, { alerts });
  // A summary that was read before the purchase does not name it.
  const ledger = data?.cart.purchaseId === undefined ? undefined : data.cart;
  const purchaseId = answered?.purchaseId ?? ledger?.purchaseId;
  // As in step 3, also after a refusal that a list would show as empty.
  const onRetry = (error ?? (answered && data && !ledger)) ? () => void refetch() : undefined;
  if (purchaseId === undefined) {
    if (onRetry) return <LoadFailure onRetry={onRetry} />;
    return data ? <Navigate to={paths.patientSearch} replace /> : <Skeleton rows={12} />;
  }
  const items = answered && answered.items.length > 0 ? answered.items : (ledger?.items ?? []);
  return (
    <Completed
      patient={patient ?? ledger?.patient}
      purchaseId={purchaseId}
      items={items}
      spent={ledger?.itemsAmount ?? (items.length > 0 ? spentOn(items) : undefined)}
      residual={ledger?.residualAmount}
      onRetry={onRetry}
      onLeave={onLeave}
    />
  );
}
