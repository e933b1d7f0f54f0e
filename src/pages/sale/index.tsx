import { ArrowLeftOutlined, CheckOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { now } from '#contract/rules/clock.ts';
import { spendableVouchers } from '#src/components/display/patient.ts';
import type { SaleContext } from '#src/components/display/facts.tsx';
import { patientKey } from '#src/components/display/patient.ts';
import { paths, salePaths } from '#src/providers/paths.ts';
import { keepOpenedCart, type Sale, useOpenSale } from '#src/providers/session/sale-store.ts';
import { useUnfinishedCart } from '#src/providers/session/use-carts.ts';
import { BeneficiaryStep } from './beneficiary-step.tsx';
import { CompletedStep } from './completed-step.tsx';
import { SmallPatientHead } from './patient-head.tsx';
import { ProductsStep } from './products/products-step.tsx';
import type { Step } from './sale-reducer.ts';
import styles from './sale.module.css';
import { SummaryStep } from './summary-step.tsx';
import { stepAt, useStepper } from './use-stepper.ts';

const TITLES = { 1: 'beneficiary', 2: 'products', 3: 'summary', 4: 'completed' } as const;

/** The current step: 1 Anagrafica, 2 Scarico Prodotti, 3 Riepilogo (§2). */
function StepIndicator({ current }: { readonly current: Step }) {
  const translate = useTranslate();
  return (
    <ol className={`${styles.steps} screen-only`} aria-label={translate('sale:steps.label')}>
      {([1, 2, 3] as const).map((step) => (
        <li
          key={step}
          className={step === current ? styles.currentStep : step < current ? styles.doneStep : styles.step}
          aria-current={step === current ? 'step' : undefined}
        >
          <span className={styles.stepNumber} translate="no">
            {step < current ? <CheckOutlined aria-hidden /> : step}
          </span>
          <span className={styles.stepName}>{translate(`sale:steps.${TITLES[step]}`)}</span>
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

interface SaleHeaderProps {
  readonly step: Step;
  readonly heading: Ref<HTMLHeadingElement>;
  /** Whether the sale may be left. Default: true. */
  readonly mayLeave?: boolean;
  readonly onLeave: () => void;
  /** Shown beside the title. */
  readonly children?: ReactNode;
}

/** The back arrow, the title of the step and the steps (§2). */
function SaleHeader({ step, heading, mayLeave = true, onLeave, children }: SaleHeaderProps) {
  const translate = useTranslate();
  return (
    <div className={styles.header}>
      <Button
        type="text"
        size="large"
        icon={<ArrowLeftOutlined aria-hidden />}
        aria-label={translate('sale:leave')}
        disabled={!mayLeave}
        onClick={onLeave}
      />
      <h1 ref={heading} tabIndex={-1}>
        {translate(`sale:steps.${TITLES[step]}`)}
      </h1>
      {children}
      <StepIndicator current={step} />
    </div>
  );
}

/** The sale, step by step (§2, §4). The reducer holds its state. The commands end in events of the reducer. */
function Stepper({ sale, urlStep }: { readonly sale: Sale; readonly urlStep: Step }) {
  const navigate = useNavigate();
  const { state, shown: step, dispatch } = useStepper(sale, urlStep);
  const [vouchers] = useState(() => spendableVouchers(sale.patient, now()));
  const { patient } = sale;
  const { cart, command, purchaseId } = state;
  const cartId = cart?.cartId;
  const hasProducts = (cart?.items.length ?? 0) > 0 && purchaseId === null;
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // From the server's cart, otherwise from the target of the opened cart.
  const chargedId = cart?.voucher?.voucherId ?? state.openedFor?.voucherId;
  const voucher = patient.activeVouchers.find(({ voucherId }) => voucherId === chargedId);
  const store = cart?.store?.name ?? (sale.kind === 'new' ? sale.storeName : undefined);
  const facts: SaleContext = { patient, store, voucher: (cart?.voucher ?? voucher)?.code };
  const leave = () => void navigate(paths.patientSearch);
  const shared = { state, facts, dispatch };

  useEffect(() => {
    // A step focuses its next input. If it cannot, the heading gets the focus.
    if (!root.current?.contains(document.activeElement)) heading.current?.focus();
  }, [step]);

  useEffect(() => {
    if (cartId !== undefined) keepOpenedCart({ cartId, patient, hasProducts });
  }, [cartId, patient, hasProducts]);

  return (
    <div ref={root} className={styles.sale}>
      <SaleHeader
        step={step ?? urlStep}
        heading={heading}
        mayLeave={command.activity !== 'executing' && command.activity !== 'verifying'}
        onLeave={leave}
      >
        {(step === 2 || step === 3) && <SmallPatientHead facts={facts} voucher={voucher} />}
      </SaleHeader>
      {step === 1 && sale.kind === 'new' && (
        <BeneficiaryStep
          {...shared}
          sale={sale}
          vouchers={vouchers}
          onForward={() => void navigate(salePaths.products)}
        />
      )}
      {step === 2 && sale.kind === 'resumed' && <LeftOutProducts names={sale.leftOut ?? []} />}
      {step === 2 && cart && (
        <ProductsStep {...shared} sale={sale} cart={cart} onForward={() => void navigate(salePaths.summary)} />
      )}
      {step === 3 && cart && (
        <SummaryStep {...shared} sale={sale} cartId={cart.cartId} onBack={() => void navigate(-1)} />
      )}
      {step === 4 && cart && purchaseId !== null && (
        <CompletedStep
          patient={patient}
          cartId={cart.cartId}
          answered={{ purchaseId, items: cart.items }}
          onLeave={leave}
        />
      )}
    </div>
  );
}

/**
 * The screen of a sale. Without a sale, for example after a reload, the completion of the purchase that it shows, and
 * otherwise the patient search, which offers the unfinished cart.
 */
export function Component() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { boughtId } = useUnfinishedCart();
  const sale = useOpenSale();
  const urlStep = stepAt(pathname);
  if (!sale && urlStep === 4 && boughtId !== null) {
    const leave = () => void navigate(paths.patientSearch);
    return (
      <div className={styles.sale}>
        <SaleHeader step={4} heading={null} onLeave={leave} />
        <CompletedStep patient={undefined} cartId={boughtId} onLeave={leave} />
      </div>
    );
  }
  if (!sale || urlStep === null) return <Navigate to={paths.patientSearch} replace />;
  // Another sale may be opened from this one.
  const key = sale.kind === 'new' ? patientKey(sale.patient) : String(sale.cart.cartId);
  return <Stepper key={key} sale={sale} urlStep={urlStep} />;
}
