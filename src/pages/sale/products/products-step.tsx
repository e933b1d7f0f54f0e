import { useTranslate } from '@refinedev/core';
import { UpOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Product } from '#contract/calls/products.ts';
import { lineTotal, type Money } from '#contract/rules/money.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { WaitingNotice } from '#src/components/command/messages.tsx';
import { SaleFacts } from '#src/components/display/facts.tsx';
import { categoryTypeOf } from '#src/components/display/patient.ts';
import { Amount, Value } from '#src/components/display/value.tsx';
import { useScan } from '#src/components/scan/scan-listener.tsx';
import { sortableBy, titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useFeatures } from '#src/providers/api/features.ts';
import { useSingleFlight } from '#src/providers/timing.ts';
import { PAGE_SIZES } from '#src/providers/data/declaration.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { BudgetSummary } from '../budget-summary.tsx';
import { CartTable, lineFieldId } from '../cart-table.tsx';
import { budgetFor, piecesIn, productFacts, type SaleCart, totalOf } from '../sale-cart.ts';
import { StepNavigation, type StepProps } from '../step-parts.tsx';
import { LineEditingQuestions, ScanNotes, UndoNotice } from './product-notices.tsx';
import { LineForm } from './line-form.tsx';
import { isShortName, NO_CRITERIA } from './product-criteria.ts';
import { ProductSearchForm } from './product-search-form.tsx';
import styles from './products-step.module.css';
import { fieldOf, isSameLine } from './sale-line.ts';
import { useScanState } from './use-product-scans.ts';
import type { LineChangeProblem } from './use-cart-lines.ts';
import type { WrongLine } from './use-line-editing.ts';
import { useProductPicker } from './use-product-picker.ts';
import type { ProductSearch } from './use-product-search.ts';

interface ProductResultsProps {
  readonly search: ProductSearch;
  readonly selected: Product | undefined;
  readonly onSelect: (product: Product) => void;
}

/** The products found, 5, 10 or 20 per page (§2, §9). A click or Enter chooses one. */
function ProductResults({ search, selected, onSelect }: ProductResultsProps) {
  const translate = useTranslate();
  const { sorts } = useFeatures();
  // A single result is opened below instead.
  if (!search.submitted || (search.total === 1 && !search.isLoading)) return null;
  const title = (key: string) => translate(`sale:product.${key}`);
  const columns = titled<Product>(title, [
    {
      kind: 'text',
      key: 'name',
      title: title('product'),
      value: (row) => row.name,
      opensRow: true,
      below: productFacts,
    },
    { kind: 'text', key: 'category', wideOnly: true, value: (row) => row.categories[0]?.name },
    { kind: 'text', key: 'manufacturer', wideOnly: true, value: (row) => row.manufacturer?.name },
    { kind: 'text', key: 'ean1', title: title('eanOnly'), wideOnly: true, value: (row) => row.ean1 },
    { kind: 'currency', key: 'refPrice', title: title('price'), shows: 'unitPrice', value: (row) => row.refPrice },
  ]);
  return (
    <DataTable
      label={title('results')}
      columns={sortableBy(columns, sorts.products)}
      rowKey={({ productId }) => String(productId)}
      tableProps={search.tableProps}
      sorters={search.sorters}
      pageSizes={PAGE_SIZES}
      showsTotal={search.total > 0}
      onRetry={search.onRetry}
      emptyText={title('none')}
      selectedKey={selected && String(selected.productId)}
      onOpen={onSelect}
    />
  );
}

/** Why the cart did not change, or that this is unknown. Changes may be repeated: each replaces its line (§7). */
function LineChangeMessage({ problem }: { readonly problem: LineChangeProblem }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  if (problem.kind !== 'refused') {
    return <Alert type="warning" showIcon role="alert" message={translate(`sale:change.${problem.kind}`)} />;
  }
  if (problem.error.shown) return null;
  return <Alert type="error" showIcon role="alert" message={errorText(problem.error)} />;
}

const STEPS: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowUp: -1, ArrowDown: 1 };

/** ArrowDown leads from the text fields of the search into the results, and the arrows move among them and back. */
function moveAmongResults(event: KeyboardEvent): void {
  const { currentTarget: search, key, target } = event;
  const by = STEPS[key];
  if (by === undefined || !(search instanceof Element)) return;
  const fields = [...search.querySelectorAll<HTMLElement>('input:is([name="ean"], [name="name"])')];
  const places = [...fields.slice(0, 1), ...search.querySelectorAll<HTMLElement>('tbody tr button')];
  const at = fields.some((field) => field === target) ? 0 : places.findIndex((place) => place === target);
  const next = at < 0 ? undefined : places[at + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface ProductsStepProps extends StepProps {
  readonly cart: SaleCart;
  /** The 'Avanti' button. */
  readonly onForward: () => void;
}

/**
 * Step 2, Scarico Prodotti (§2): scan, quantity, Enter. A single result is chosen automatically. While a product is
 * being added, the EAN field already has the focus. 'Avanti' asks about a product that was not added.
 */
export function ProductsStep(props: ProductsStepProps) {
  const { sale, state, cart, facts, dispatch, onForward } = props;
  const categoryType = categoryTypeOf(sale.patient);
  const scanState = useScanState(sale);
  const translate = useTranslate();
  const eanField = useRef<HTMLInputElement>(null);
  const forwardButton = useRef<HTMLButtonElement>(null);
  const finder = useRef<HTMLElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const findEanField = useCallback(() => eanField.current, []);
  const focusEan = () => eanField.current?.focus();
  const picker = useProductPicker(cart, categoryType, dispatch, scanState, {
    onEan: focusEan,
    onForward: () => {
      forwardButton.current?.focus();
      forwardButton.current?.click();
    },
  });
  const [scanCount, setScanCount] = useState(0);
  const once = useSingleFlight();
  /** Number of times that 'Avanti' waited for all changes of the cart. Its effect depends on the cart after them. */
  const [forwardCount, setForwardCount] = useState(0);
  /** The field of the cart that takes the focus. */
  const [wantedField, setWantedField] = useState<{ readonly id: string } | null>(null);
  /** Whether a narrow screen shows the cart above its bar. */
  const [isCartOpen, setIsCartOpen] = useState(false);
  /** The question of 'Avanti' and the cost of the line; null without a question. */
  const [question, setQuestion] = useState<{ readonly text: string; readonly total?: Money } | null>(null);
  const { search, lines, opened, scans, editing, removed } = picker;
  const { openLine, product, line } = opened;
  const waitingCount = scanState.waiting.length;

  useEffect(() => {
    eanField.current?.focus();
  }, []);

  const findWanted = useEffectEvent(() => {
    if (scanState.wanted === null) return;
    const criteria = { ...NO_CRITERIA, ean: scanState.wanted };
    scanState.want(null);
    picker.form.reset(criteria);
    picker.find(criteria, true);
  });
  useEffect(() => {
    findWanted();
  }, [scanState.wanted]);

  useScan((scan, isBlocked) => {
    setScanCount((count) => count + 1);
    return scanState.take(scan, isBlocked);
  });

  const goForward = useEffectEvent(() => {
    const next = openLine.current?.read();
    if (!product || !next || ('line' in next && isSameLine(line, next.line))) {
      onForward();
      return;
    }
    const { name } = product;
    if ('problem' in next) {
      setQuestion({ text: translate('sale:open.text', { name }) });
      return;
    }
    const { quantity, unitPrice } = next.line;
    setQuestion({ text: translate('sale:open.textOf', { name, quantity }), total: lineTotal(quantity, unitPrice) });
  });
  useEffect(() => {
    if (forwardCount > 0) goForward();
  }, [forwardCount]);

  useEffect(() => {
    const search = finder.current;
    const closeCart = () => setIsCartOpen(false);
    search?.addEventListener('keydown', moveAmongResults);
    search?.addEventListener('focusin', closeCart);
    return () => {
      search?.removeEventListener('keydown', moveAmongResults);
      search?.removeEventListener('focusin', closeCart);
    };
  }, []);

  useEffect(() => {
    if (isCartOpen) foot.current?.scrollIntoView({ block: 'nearest' });
  }, [isCartOpen]);

  const wrong = editing.wrong.at(-1);
  const leadTo = ({ item: { product: wrongProduct }, problem }: WrongLine) => {
    setIsCartOpen(true);
    picker.reveal(wrongProduct);
    setWantedField({ id: lineFieldId(wrongProduct, fieldOf(problem)) });
  };
  useEffect(() => {
    if (wantedField) document.getElementById(wantedField.id)?.focus();
  }, [wantedField]);

  const addAndGo = () => {
    setQuestion(null);
    const next = openLine.current?.read();
    if (product && next && 'line' in next) picker.add(product, next.line, onForward);
    else openLine.current?.submit();
  };

  return (
    <div className={styles.place}>
      <div className={styles.panes}>
        <section
          ref={finder}
          className={`${styles.finder} screen-only`}
          aria-label={translate('sale:product.title')}
          data-codes="other"
        >
          <ProductSearchForm
            form={picker.form}
            categoryType={categoryType}
            isSearching={search.isLoading}
            eanField={eanField}
            scanCount={scanCount}
            onSearch={picker.find}
            onNothingMore={picker.finish}
          >
            <p className={waitingCount > 0 ? undefined : 'visually-hidden'} role="status">
              {waitingCount > 0 && translate('sale:scan.waiting', { n: waitingCount })}
            </p>
            {picker.refusal !== null && <Alert type="warning" showIcon role="alert" message={picker.refusal} />}
            <LineForm
              key={`${product?.productId ?? ''}:${search.submitted?.attempt ?? 0}:${opened.openings}`}
              ref={openLine}
              product={product}
              line={line}
              isScanned={opened.isScanned}
              price={opened.price}
              facts={facts}
              budget={budgetFor(cart, line)}
              takesFocus={picker.takesFocus}
              isAdding={lines.isAdding || scans.isRunning}
              findFocusFallback={findEanField}
              onAdd={picker.add}
              onEarlyEnter={picker.finish}
            />
            {scans.isStalled && (
              <Alert
                type="warning"
                showIcon
                role="alert"
                message={translate('sale:scan.stalled')}
                action={<Button onClick={scans.retry}>{translate('common:retry')}</Button>}
              />
            )}
            <ScanNotes scanState={scanState} />
            <WaitingNotice
              activity={lines.isAdding || lines.isDeleting ? 'changing' : 'idle'}
              onStop={lines.stopWaiting}
            />
            {lines.problem && <LineChangeMessage problem={lines.problem} />}
          </ProductSearchForm>
          {search.isEmpty ? (
            <Alert
              type="warning"
              showIcon
              role="alert"
              message={
                <>
                  <span>
                    {translate(isShortName(search.submitted?.criteria) ? 'sale:product.nameHint' : 'sale:product.none')}
                  </span>{' '}
                  <Value text={search.submitted?.criteria.ean ?? ''} />
                </>
              }
            />
          ) : (
            <ProductResults search={search} selected={product} onSelect={picker.choose} />
          )}
        </section>
        <div className={`${styles.cart} ${isCartOpen ? styles.open : ''}`}>
          <div className={styles.cartBody}>
            <BudgetSummary cart={cart} facts={facts} vouchers={sale.patient.activeVouchers} />
            <CartTable
              title={translate('sale:cart.title')}
              items={cart.items}
              total={totalOf(cart)}
              changes={{
                editing,
                isBusy: lines.isDeleting || scans.isScanning,
                onDelete: picker.remove,
                onEntered: focusEan,
              }}
              revealedKey={picker.changedKey}
            />
          </div>
          <LineEditingQuestions editing={editing} facts={facts} onLead={leadTo} onAnswered={focusEan} />
          {cart.residualAmount.lt(0) && <Alert type="error" showIcon message={translate('sale:budget.exceeded')} />}
          <div ref={foot} className={styles.foot}>
            <div role="status">
              {removed && (
                <UndoNotice item={removed} onUndo={() => picker.restore(removed)} onAfterClose={picker.forgetRemoved} />
              )}
            </div>
            <button
              type="button"
              className={`${styles.toggle} screen-only`}
              aria-expanded={isCartOpen}
              onClick={() => setIsCartOpen(!isCartOpen)}
            >
              <span>{translate('sale:cart.toggle', { count: piecesIn(cart.items) })}</span>
              <span>
                {translate('sale:cart.left')} <Amount value={cart.residualAmount} />
              </span>
              <UpOutlined aria-hidden />
            </button>
            <StepNavigation
              state={state}
              total={totalOf(cart)}
              isBusy={scans.isScanning}
              mainButton={forwardButton}
              onForward={() => {
                // First puts edited lines into the cart.
                void once(async () => {
                  if (await picker.settled()) setForwardCount((count) => count + 1);
                  else if (wrong) leadTo(wrong);
                });
              }}
            />
          </div>
        </div>
      </div>
      <ConfirmDialog
        isOpen={question !== null}
        title={translate('sale:open.title')}
        text={question?.text ?? ''}
        details={<SaleFacts of={facts} lineTotal={question?.total} />}
        onYes={addAndGo}
        onNo={() => {
          setQuestion(null);
          opened.close();
          onForward();
        }}
        onClose={() => setQuestion(null)}
      />
    </div>
  );
}
