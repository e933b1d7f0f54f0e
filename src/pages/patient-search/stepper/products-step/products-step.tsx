import { useTranslate } from '@refinedev/core';
import { Alert, Button, type InputRef } from 'antd';
import { type Dispatch, useEffect, useRef } from 'react';
import type { Voucher } from '#contract/entities/voucher.ts';
import { WaitingNotice } from '#src/components/lost-answer/waiting-notice.tsx';
import { budgetFor } from '../basket.ts';
import { BudgetSummary } from '../budget-summary.tsx';
import { StepNavigation } from '../step-navigation.tsx';
import type { StepperEvent } from '../stepper-reducer.ts';
import type { Basket, StepperState } from '../stepper-state.ts';
import { CartTable } from './cart-table.tsx';
import { LineForm } from './line-form.tsx';
import { LineChangeMessage } from './line-change-message.tsx';
import { ProductResults } from './product-results.tsx';
import { ProductSearchForm } from './product-search-form.tsx';
import styles from './products-step.module.css';
import { ScanNotes } from './scan-notes.tsx';
import { useProductDesk } from './use-product-desk.ts';

interface ProductsStepProps {
  readonly state: StepperState;
  readonly basket: Basket;
  readonly categoryType: string | undefined;
  readonly vouchers: readonly Voucher[];
  readonly dispatch: Dispatch<StepperEvent>;
}

/**
 * Step 2, Scarico Prodotti (§2): scan, quantity, Enter. A single hit is chosen by itself; while a product is added, the
 * focus is back on the EAN already.
 */
export function ProductsStep({ state, basket, categoryType, vouchers, dispatch }: ProductsStepProps) {
  const translate = useTranslate();
  const eanField = useRef<InputRef>(null);
  const forwardButton = useRef<HTMLButtonElement>(null);
  const desk = useProductDesk(basket, categoryType, dispatch, eanField);
  const { search, lines, scans, product, line } = desk;
  const waitingCount = scans.waiting.length;

  useEffect(() => {
    eanField.current?.focus();
  }, []);

  return (
    <>
      <BudgetSummary basket={basket} vouchers={vouchers} />
      <section className={styles.finder} aria-label={translate('sale:product.title')}>
        <ProductSearchForm
          categoryType={categoryType}
          criteria={desk.criteria}
          isSearching={search.isLoading}
          eanField={eanField}
          onChange={desk.type}
          onSearch={desk.find}
          onNothingMore={() => forwardButton.current?.focus()}
        />
        <p className={waitingCount > 0 ? undefined : 'visually-hidden'} role="status">
          {waitingCount > 0 && translate('sale:scan.waiting', { n: waitingCount })}
        </p>
        {search.isEmpty ? (
          <Alert type="warning" showIcon role="alert" message={translate('sale:product.none')} />
        ) : (
          <ProductResults search={search} selected={product} onSelect={desk.choose} />
        )}
        <LineForm
          key={`${product?.productId ?? ''}:${search.submitted?.attempt ?? 0}`}
          product={product}
          line={line}
          budget={budgetFor(basket, line)}
          takesFocus={desk.takesFocus}
          isAdding={lines.isAdding || scans.isRunning}
          onAdd={desk.add}
          onLeave={desk.leave}
        />
        {scans.isStalled && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            message={translate('sale:scan.stalled')}
            action={<Button onClick={desk.retryScans}>{translate('common:retry')}</Button>}
          />
        )}
        <ScanNotes notes={scans.notes} onClose={scans.clearNotes} />
        {(lines.isAdding || lines.isDeleting) && <WaitingNotice onStop={lines.stopWaiting} />}
        {lines.problem && <LineChangeMessage problem={lines.problem} />}
      </section>
      <CartTable
        title={translate('sale:cart.title')}
        items={basket.items}
        isDeleting={desk.isBusy}
        revealedKey={desk.changedKey}
        onDelete={desk.remove}
      />
      {basket.residualAmount.lt(0) && <Alert type="error" showIcon message={translate('sale:budget.exceeded')} />}
      <StepNavigation
        state={state}
        isBusy={desk.isBusy}
        mainButton={forwardButton}
        onForward={() => dispatch({ type: 'forwarded' })}
      />
    </>
  );
}
