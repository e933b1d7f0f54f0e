import { ArrowLeftOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { now } from '#contract/rules/clock.ts';
import { categoryTypeOf, spendableVouchers } from '#src/components/patient/patient-facts.ts';
import { type Sale, keepOpenedCart, useOpenSale } from '#src/hooks/sale-store.ts';
import { paths, salePaths } from '#src/providers/paths.ts';
import { BeneficiaryStep } from './beneficiary-step/beneficiary-step.tsx';
import { CompletedStep } from './completed-step/completed-step.tsx';
import { LeftOutProducts } from './left-out-products.tsx';
import { ProductsStep } from './products-step/products-step.tsx';
import { useScanState } from './products-step/scans/scan-store.ts';
import { SaleFacts } from '#src/components/sale-facts/sale-facts.tsx';
import { saleContext } from './sale-context.ts';
import type { Step } from './sale-reducer.ts';
import styles from './sale.module.css';
import { StepIndicator } from './step-indicator.tsx';
import { SummaryStep } from './summary-step/summary-step.tsx';
import { stepAt, useStepper } from './use-stepper.ts';

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
