import { ArrowLeftOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { now } from '#contract/rules/clock.ts';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { categoryTypeOf, spendableVouchers } from '#src/components/patient/patient-facts.ts';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { type Sale, keepOpenedCart, useOpenSale } from '#src/hooks/sale-store.ts';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import { usePreload } from '#src/providers/loading/use-lazy.ts';
import { paths, salePaths } from '#src/providers/paths.ts';
import { BeneficiaryStep } from './beneficiary-step/beneficiary-step.tsx';
import { LeftOutProducts } from './left-out-products.tsx';
import { ProductsStep } from './products-step/products-step.tsx';
import { type ScanState, useScanState } from './products-step/scans/scan-store.ts';
import { SaleFacts } from '#src/components/sale-facts/sale-facts.tsx';
import { saleContext } from './sale-context.ts';
import type { SaleState, Step } from './sale-reducer.ts';
import styles from './sale.module.css';
import { StepIndicator } from './step-indicator.tsx';
import { StepNavigation } from './step-navigation.tsx';
import { useForgottenProducts } from './use-forgotten-products.ts';
import { stepAt, useStepper } from './use-stepper.ts';

async function loadSummary() {
  return (await import('./last-steps.ts')).SummaryStep;
}

async function loadCompleted() {
  return (await import('./last-steps.ts')).CompletedStep;
}

/** Preloads the question before leaving the cart, so that it also works without a connection. */
function loadLeaving() {
  return Promise.all([import('#src/components/leaving/leaving-dialog.tsx'), loadTexts(['palette'])]);
}

const TITLES = { 1: 'beneficiary', 2: 'products', 3: 'summary', 4: 'completed' } as const;

interface LateSummaryProps {
  readonly state: SaleState;
  readonly scanState: ScanState;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** Step 3 while its code loads or after it failed: the user can go back, and scans are kept. */
function LateSummary({ state, scanState, onBack, children }: LateSummaryProps) {
  useForgottenProducts(scanState, true, onBack);
  return (
    <>
      {children}
      <StepNavigation state={state} onBack={onBack} />
    </>
  );
}

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

  usePreload(loadSummary, hasProducts);
  usePreload(loadCompleted, hasProducts);
  usePreload(loadLeaving, hasProducts);

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
        <LazyPart
          load={loadSummary}
          props={{ state, facts, cartId: cart.cartId, scanState, dispatch, onBack }}
          waiting={
            <LateSummary state={state} scanState={scanState} onBack={onBack}>
              <Skeleton />
            </LateSummary>
          }
          failed={(retry) => (
            <LateSummary state={state} scanState={scanState} onBack={onBack}>
              <RetryLine onRetry={retry} />
            </LateSummary>
          )}
        />
      )}
      {step === 4 && cart && purchaseId !== null && (
        // If the code of step 4 fails to load, its heading is enough.
        <LazyPart
          load={loadCompleted}
          props={{ patient, cart, purchaseId, onLeave: leave }}
          waiting={<Skeleton />}
          failed={(retry) => <RetryLine onRetry={retry} />}
        />
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
