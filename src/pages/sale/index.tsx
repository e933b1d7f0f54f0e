import { ArrowLeftOutlined, CheckOutlined, SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Patient } from '#contract/entities/patient.ts';
import { now } from '#contract/rules/clock.ts';
import type { Id } from '#contract/wire.ts';
import { BudgetCard } from '#src/components/display/budget-card.tsx';
import { categoryTypeOf, spendableVouchers } from '#src/components/display/patient.ts';
import { type SaleContext, SaleFacts } from '#src/components/display/sale-facts.tsx';
import { isSecondClick, useIgnoreRepeatedKey } from '#src/components/form/repeated-press.ts';
import { ReceiptPrinting } from '#src/components/receipt/receipt-printing.tsx';
import { useScan } from '#src/components/scan/use-scan.ts';
import { paths, salePaths } from '#src/providers/paths.ts';
import { keepOpenedCart, type Sale, useOpenSale } from '#src/providers/session/sale-store.ts';
import { keepScannedCard } from '#src/providers/session/scanned-card.ts';
import { BeneficiaryStep } from './beneficiary-step.tsx';
import { BeneficiaryCard, BusinessCard } from './cards.tsx';
import { CartTable } from './cart-table.tsx';
import { ProductsStep } from './products/products-step.tsx';
import { useScanState } from './products/scan-store.ts';
import { type SaleCart, spentOn } from './sale-cart.ts';
import type { SaleState, Step } from './sale-reducer.ts';
import styles from './sale.module.css';
import { SummaryStep } from './summary-step.tsx';
import { stepAt, useStepper } from './use-stepper.ts';

/** From the server's cart, otherwise from the target of the opened cart. */
function saleContext(sale: Sale, { cart, openedFor }: SaleState): SaleContext {
  const { patient } = sale;
  const opened = patient.activeVouchers.find(({ voucherId }) => voucherId === openedFor?.voucherId);
  return {
    patient,
    store: cart?.store?.name ?? (sale.kind === 'new' ? sale.storeName : undefined),
    voucher: (cart?.voucher ?? opened)?.code,
  };
}

const STEPS = [
  { step: 1, name: 'beneficiary' },
  { step: 2, name: 'products' },
  { step: 3, name: 'summary' },
] as const;

/** The current step: 1 Anagrafica, 2 Scarico Prodotti, 3 Riepilogo (§2). */
function StepIndicator({ current }: { readonly current: Step }) {
  const translate = useTranslate();
  return (
    <ol className={`${styles.steps} screen-only`} aria-label={translate('sale:steps.label')}>
      {STEPS.map(({ step, name }) => (
        <li
          key={step}
          className={step === current ? styles.currentStep : step < current ? styles.doneStep : styles.step}
          aria-current={step === current ? 'step' : undefined}
        >
          <span className={styles.stepNumber} translate="no">
            {step < current ? <CheckOutlined aria-hidden /> : step}
          </span>
          <span className={styles.stepName}>{translate(`sale:steps.${name}`)}</span>
          {step < current && <span className="visually-hidden">{translate('sale:steps.done')}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Lists the products that a new cart lacks, because the dossier no longer covers them (rules §6). */
function LeftOutProducts({ names }: { readonly names: readonly string[] }) {
  const translate = useTranslate();
  if (names.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={translate('sale:leftOut')}
      description={
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      }
    />
  );
}

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
function CompletedStep({ patient, cart, purchaseId, onLeave }: CompletedStepProps) {
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

const TITLES = { 1: 'beneficiary', 2: 'products', 3: 'summary', 4: 'completed' } as const;

/** The sale, step by step (§2, §4). The reducer holds its state. The commands end in events of the reducer. */
function Stepper({ sale, urlStep }: { readonly sale: Sale; readonly urlStep: Step }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { state, shown: step, dispatch } = useStepper(sale, urlStep);
  const scanState = useScanState(sale);
  const [vouchers] = useState(() => spendableVouchers(sale.patient, now()));
  const { patient } = sale;
  const { cart, command, purchaseId } = state;
  const cartId = cart?.cartId;
  const hasProducts = (cart?.items.length ?? 0) > 0 && purchaseId === null;
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const facts = saleContext(sale, state);
  const leave = () => void navigate(paths.patientSearch);
  const onBack = () => void navigate(-1);

  useEffect(() => {
    // A step focuses its next input. If it cannot, the heading gets the focus.
    if (!root.current?.contains(document.activeElement)) heading.current?.focus();
  }, [step]);

  useEffect(() => {
    if (cartId !== undefined) keepOpenedCart({ cartId, patient, hasProducts });
  }, [cartId, patient, hasProducts]);

  return (
    <div ref={root} className={styles.sale}>
      <header className={styles.header}>
        <Button
          type="text"
          size="large"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label={translate('sale:leave')}
          disabled={command.activity === 'executing' || command.activity === 'verifying'}
          onClick={leave}
        />
        <h1 ref={heading} tabIndex={-1}>
          {translate(`sale:steps.${TITLES[step ?? urlStep]}`)}
        </h1>
        {(step === 2 || step === 3) && <SaleFacts of={facts} />}
        <StepIndicator current={step ?? urlStep} />
      </header>
      {step === 1 && sale.kind === 'new' && (
        <BeneficiaryStep
          state={state}
          sale={sale}
          vouchers={vouchers}
          facts={facts}
          dispatch={dispatch}
          onForward={() => void navigate(salePaths.products)}
        />
      )}
      {step === 2 && sale.kind === 'resumed' && <LeftOutProducts names={sale.leftOut ?? []} />}
      {step === 2 && cart && (
        <ProductsStep
          state={state}
          cart={cart}
          facts={facts}
          categoryType={categoryTypeOf(patient)}
          vouchers={patient.activeVouchers}
          scanState={scanState}
          dispatch={dispatch}
          onForward={() => void navigate(salePaths.summary)}
        />
      )}
      {step === 3 && cart && (
        <SummaryStep
          state={state}
          facts={facts}
          cartId={cart.cartId}
          scanState={scanState}
          dispatch={dispatch}
          onBack={onBack}
        />
      )}
      {step === 4 && cart && purchaseId !== null && (
        <CompletedStep patient={patient} cart={cart} purchaseId={purchaseId} onLeave={leave} />
      )}
    </div>
  );
}

/**
 * The screen of a sale. Without a sale, for example after a reload, the patient search, which offers the unfinished
 * cart.
 */
export function Component() {
  const { pathname } = useLocation();
  const sale = useOpenSale();
  const urlStep = stepAt(pathname);
  if (!sale || urlStep === null) return <Navigate to={paths.patientSearch} replace />;
  return <Stepper sale={sale} urlStep={urlStep} />;
}
