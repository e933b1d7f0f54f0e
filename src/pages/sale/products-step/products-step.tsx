import { useTranslate } from '@refinedev/core';
import { Alert, Button, type InputRef } from 'antd';
import { type Dispatch, useCallback, useEffect, useRef } from 'react';
import type { Voucher } from '#contract/entities/voucher.ts';
import { WaitingNotice } from '#src/components/command-dialogs/waiting-notice.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { BudgetSummary } from '../budget-summary.tsx';
import { StepNavigation } from '../step-navigation.tsx';
import { type SaleCart, budgetFor } from '../sale-cart.ts';
import type { SaleEvent, SaleState } from '../sale-reducer.ts';
import { CartTable } from './cart-table.tsx';
import { LineForm } from './line-form.tsx';
import { ProductResults } from './product-results.tsx';
import { ProductSearchForm } from './product-search-form.tsx';
import styles from './products-step.module.css';
import { ScanNotes } from './scan-notes.tsx';
import type { LineChange } from './use-cart-lines.ts';
import { useProductPicker } from './use-product-picker.ts';

/** Why the cart was not changed, or that this is not known; a change may be repeated, for it replaces its line (§7). */
function LineChangeMessage({ problem }: { readonly problem: Exclude<LineChange, { readonly kind: 'done' }> }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  if (problem.kind !== 'refused') {
    return <Alert type="warning" showIcon role="alert" message={translate(`sale:change.${problem.kind}`)} />;
  }
  if (problem.error.shown) return null;
  return <Alert type="error" showIcon role="alert" message={errorText(problem.error)} />;
}

interface ProductsStepProps {
  readonly state: SaleState;
  readonly cart: SaleCart;
  readonly categoryType: string | undefined;
  readonly vouchers: readonly Voucher[];
  readonly dispatch: Dispatch<SaleEvent>;
  /** 'Avanti'. */
  readonly onForward: () => void;
}

/**
 * Step 2, Scarico Prodotti (§2): scan, quantity, Enter. A single hit is chosen by itself; while a product is added, the
 * focus is back on the EAN already.
 */
export function ProductsStep({ state, cart, categoryType, vouchers, dispatch, onForward }: ProductsStepProps) {
  const translate = useTranslate();
  const eanField = useRef<InputRef>(null);
  const forwardButton = useRef<HTMLButtonElement>(null);
  const findEanField = useCallback(() => eanField.current?.input ?? null, []);
  const picker = useProductPicker(cart, categoryType, dispatch, eanField);
  const { search, lines, scans, product, line } = picker;
  const waitingCount = scans.waiting.length;

  useEffect(() => {
    eanField.current?.focus();
  }, []);

  return (
    <>
      <BudgetSummary cart={cart} vouchers={vouchers} />
      <section className={styles.finder} aria-label={translate('sale:product.title')}>
        <ProductSearchForm
          form={picker.form}
          categoryType={categoryType}
          isSearching={search.isLoading}
          eanField={eanField}
          onSearch={picker.find}
          onNothingMore={() => forwardButton.current?.focus()}
        />
        <p className={waitingCount > 0 ? undefined : 'visually-hidden'} role="status">
          {waitingCount > 0 && translate('sale:scan.waiting', { n: waitingCount })}
        </p>
        {search.isEmpty ? (
          <Alert type="warning" showIcon role="alert" message={translate('sale:product.none')} />
        ) : (
          <ProductResults search={search} selected={product} onSelect={picker.choose} />
        )}
        <LineForm
          key={`${product?.productId ?? ''}:${search.submitted?.attempt ?? 0}`}
          product={product}
          line={line}
          budget={budgetFor(cart, line)}
          takesFocus={picker.takesFocus}
          isAdding={lines.isAdding || scans.isRunning}
          findFocusFallback={findEanField}
          onAdd={picker.add}
          onLeave={picker.leave}
        />
        {scans.isStalled && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            message={translate('sale:scan.stalled')}
            action={<Button onClick={picker.retryScans}>{translate('common:retry')}</Button>}
          />
        )}
        <ScanNotes notes={scans.notes} onClose={scans.clearNotes} />
        {(lines.isAdding || lines.isDeleting) && <WaitingNotice onStop={lines.stopWaiting} />}
        {lines.problem && <LineChangeMessage problem={lines.problem} />}
      </section>
      <CartTable
        title={translate('sale:cart.title')}
        items={cart.items}
        isDeleting={picker.isBusy}
        revealedKey={picker.changedKey}
        onDelete={picker.remove}
      />
      {cart.residualAmount.lt(0) && <Alert type="error" showIcon message={translate('sale:budget.exceeded')} />}
      <StepNavigation state={state} isBusy={picker.isBusy} mainButton={forwardButton} onForward={onForward} />
    </>
  );
}
