import { ArrowLeftOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { SaleStart } from '#src/components/handover/sale-start.ts';
import { useStepCrumb } from '#src/components/layout/step-crumb.ts';
import { practiceType, spendableVouchers } from '../patient-facts.ts';
import type { OpenedCart } from '../opened-cart.ts';
import { BeneficiaryStep } from './beneficiary-step/beneficiary-step.tsx';
import { CompletedStep } from './completed-step/completed-step.tsx';
import { ProductsStep } from './products-step/products-step.tsx';
import { LeftOutProducts } from './left-out-products.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { saleCart } from './sale-cart.ts';
import { type CartTarget, type SaleState, newSale, resumedSale, saleReducer } from './sale-reducer.ts';
import styles from './stepper.module.css';
import { SummaryStep } from './summary-step/summary-step.tsx';
import { useCartOpening } from './use-cart-opening.ts';

interface StepperProps {
  readonly start: SaleStart;
  readonly onCartOpened: (opened: OpenedCart) => void;
  /** Back to the search. */
  readonly onLeave: () => void;
}

const TITLES = { 1: 'beneficiary', 2: 'products', 3: 'summary', 4: 'completed' } as const;

function firstState(start: SaleStart): SaleState {
  if (start.kind === 'resumed') return resumedSale(saleCart(start.cart));
  return newSale(spendableVouchers(start.patient, new Date()).length > 0);
}

/** The sale, step by step (§2, §4). Its state is the reducer's; the commands run beside it and end in its events. */
export function Stepper({ start, onCartOpened, onLeave }: StepperProps) {
  const translate = useTranslate();
  const [state, dispatch] = useReducer(saleReducer, start, firstState);
  const [vouchers] = useState(() => spendableVouchers(start.patient, new Date()));
  const opening = useCartOpening(state, dispatch);
  const [target, setTarget] = useState<CartTarget | null>(null);
  const { patient } = start;
  const { cart, command, purchaseId } = state;
  const cartId = cart?.cartId;
  const title = translate(`sale:steps.${TITLES[state.step]}`);
  useStepCrumb(title, onLeave);
  const isUnderWay = command.activity === 'executing' || command.activity === 'verifying';
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // A step puts the focus on what comes next; where that cannot take it, one starts at the heading.
    if (!root.current?.contains(document.activeElement)) heading.current?.focus();
  }, [state.step]);

  useEffect(() => {
    if (cartId !== undefined) onCartOpened({ cartId, patient });
  }, [cartId, patient, onCartOpened]);

  return (
    <div ref={root} className={styles.stepper}>
      <header className={styles.header}>
        <Button
          type="text"
          size="large"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label={translate('sale:leave')}
          disabled={isUnderWay}
          onClick={onLeave}
        />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <StepIndicator current={state.step} />
      </header>
      {state.step === 1 && start.kind === 'new' && (
        <BeneficiaryStep
          state={state}
          sale={start}
          vouchers={vouchers}
          onCheck={(wanted) => {
            setTarget(wanted);
            void opening.check(wanted);
          }}
          onExecute={(otp) => {
            if (target) void opening.execute(target, otp);
          }}
          onCloseDialog={() => dispatch({ type: 'dialogClosed' })}
          onStopWaiting={opening.stopWaiting}
        />
      )}
      {state.step === 2 && start.kind === 'resumed' && <LeftOutProducts names={start.leftOut ?? []} />}
      {state.step === 2 && cart && (
        <ProductsStep
          state={state}
          cart={cart}
          categoryType={practiceType(patient)}
          vouchers={patient.activeVouchers}
          dispatch={dispatch}
        />
      )}
      {state.step === 3 && cart && (
        <SummaryStep state={state} patient={patient} cartId={cart.cartId} dispatch={dispatch} />
      )}
      {state.step === 4 && cart && purchaseId !== null && (
        <CompletedStep patient={patient} cart={cart} purchaseId={purchaseId} onLeave={onLeave} />
      )}
    </div>
  );
}
