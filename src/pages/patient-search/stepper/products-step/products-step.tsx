import { useTranslate } from '@refinedev/core';
import { Alert, type InputRef } from 'antd';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/entities/product.ts';
import type { Voucher } from '#contract/entities/voucher.ts';
import { useSingleFlight } from '#src/providers/data/use-single-flight.ts';
import { useErrorText } from '#src/providers/http/use-error-text.ts';
import { budgetFor, lineOf } from '../basket.ts';
import { BudgetSummary } from '../budget-summary.tsx';
import { StepNavigation } from '../step-navigation.tsx';
import type { StepperEvent } from '../stepper-reducer.ts';
import type { Basket, StepperState } from '../stepper-state.ts';
import { CartTable } from './cart-table.tsx';
import { LineForm } from './line-form.tsx';
import { NO_CRITERIA } from './product-criteria.ts';
import { ProductResults } from './product-results.tsx';
import { ProductSearchForm } from './product-search-form.tsx';
import styles from './products-step.module.css';
import type { SaleLine } from './sale-line.ts';
import { useCartLines } from './use-cart-lines.ts';
import { useProductSearch } from './use-product-search.ts';

interface ProductsStepProps {
  readonly state: StepperState;
  readonly basket: Basket;
  readonly categoryType: string | undefined;
  readonly vouchers: readonly Voucher[];
  readonly dispatch: Dispatch<StepperEvent>;
}

/**
 * Step 2, Scarico Prodotti (§2): scan, quantity, Enter. A single hit is chosen by itself; after a product has been added
 * the focus is back on the EAN.
 */
export function ProductsStep({ state, basket, categoryType, vouchers, dispatch }: ProductsStepProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const eanField = useRef<InputRef>(null);
  const forwardButton = useRef<HTMLButtonElement>(null);
  const [criteria, setCriteria] = useState(NO_CRITERIA);
  const [chosen, setChosen] = useState<Product | null>(null);
  const [changedKey, setChangedKey] = useState<string>();
  const search = useProductSearch(categoryType);
  const lines = useCartLines(basket.cartId, dispatch);
  const once = useSingleFlight();

  const single = search.total === 1 ? search.products[0] : undefined;
  const product = chosen ?? single;
  const line = product && lineOf(basket, product);
  const takesFocus = product !== undefined && (chosen !== null || search.submitted?.isFinished === true);

  useEffect(() => eanField.current?.focus(), []);

  const find: typeof search.search = (next, isFinished) => {
    lines.forgetError();
    setChosen(null);
    search.search(next, isFinished);
  };

  const choose = (hit: Product) => {
    lines.forgetError();
    setChosen(hit);
  };

  const startNext = (nextEan: string | undefined) => {
    // What the last product was found by would narrow the next scan, which would then find nothing.
    const next = { ...NO_CRITERIA, ean: nextEan ?? '' };
    setCriteria(next);
    setChosen(null);
    if (nextEan !== undefined) search.search(next, true);
    else search.clear();
    eanField.current?.focus();
  };

  const add = (added: Product, saleLine: SaleLine, nextEan?: string) =>
    once(async () => {
      if (!(await lines.put(added, saleLine))) return;
      setChangedKey(String(added.productId));
      startNext(nextEan);
    });

  return (
    <>
      <BudgetSummary basket={basket} vouchers={vouchers} />
      <section className={styles.finder} aria-label={translate('sale:product.title')}>
        <ProductSearchForm
          categoryType={categoryType}
          criteria={criteria}
          isSearching={search.isLoading}
          eanField={eanField}
          onChange={setCriteria}
          onSearch={find}
          onNothingMore={() => forwardButton.current?.focus()}
        />
        {search.isEmpty ? (
          <Alert type="warning" showIcon role="alert" message={translate('sale:product.none')} />
        ) : (
          <ProductResults search={search} selected={product} onSelect={choose} />
        )}
        <LineForm
          key={`${product?.productId ?? ''}:${search.submitted?.attempt ?? 0}`}
          product={product}
          line={line}
          budget={budgetFor(basket, line)}
          takesFocus={takesFocus}
          isAdding={lines.isAdding}
          onAdd={add}
        />
        {lines.error && !lines.error.shown && (
          <Alert type="error" showIcon role="alert" message={errorText(lines.error)} />
        )}
      </section>
      <CartTable
        title={translate('sale:cart.title')}
        items={basket.items}
        isDeleting={lines.isDeleting}
        revealedKey={changedKey}
        onDelete={({ product: { productId } }) =>
          once(async () => {
            await lines.remove(productId);
            eanField.current?.focus();
          })
        }
      />
      {basket.residualAmount.lt(0) && <Alert type="error" showIcon message={translate('sale:budget.exceeded')} />}
      <StepNavigation
        state={state}
        isBusy={lines.isAdding || lines.isDeleting}
        mainButton={forwardButton}
        onForward={() => dispatch({ type: 'forwarded' })}
      />
    </>
  );
}
