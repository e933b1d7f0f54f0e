import { useTranslate } from '@refinedev/core';
import { Alert, Skeleton } from 'antd';
import { type Dispatch, useEffect, useRef } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';
import { TableFailure } from '#src/components/data-table/table-failure.tsx';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { BudgetSummary } from '../budget-summary.tsx';
import { CartTable } from '../products-step/cart-table.tsx';
import { CommandDialogs } from '../sale/command-dialogs.tsx';
import { StepObstacle } from '../sale/step-obstacle.tsx';
import { usePurchase } from '../sale/use-purchase.ts';
import { StepNavigation } from '../step-navigation.tsx';
import type { StepperEvent } from '../stepper-reducer.ts';
import styles from '../stepper.module.css';
import { type StepperState, mayBuy } from '../stepper-state.ts';
import { BeneficiaryCard } from './beneficiary-card.tsx';
import { MerchantCard } from './merchant-card.tsx';
import { useFreshBasket } from './use-fresh-basket.ts';

interface SummaryStepProps {
  readonly state: StepperState;
  readonly cartId: Id;
  readonly patient: Patient;
  readonly dispatch: Dispatch<StepperEvent>;
}

/** Step 3, Riepilogo: the cart as the server has it, and 'Conferma' (§2, §4). */
export function SummaryStep({ state, cartId, patient, dispatch }: SummaryStepProps) {
  const translate = useTranslate();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const backButton = useRef<HTMLButtonElement>(null);
  const { basket, reload, onRetry } = useFreshBasket(cartId, dispatch);
  const purchase = usePurchase(state, dispatch, reload);
  const once = useSingleFlight();
  const isOutcomeUnknown = state.obstacle?.kind === 'purchaseInDoubt';
  const isIdle = state.activity === 'idle' && !state.dialog && !isOutcomeUnknown;
  const isRead = basket !== null;
  const isBuyable = isRead && mayBuy(basket);

  useEffect(() => {
    if (isRead) (isBuyable ? confirmButton : backButton).current?.focus();
  }, [isRead, isBuyable]);

  // What was confirmed is the stepper's: it can be carried out, and asked about, while the cart is being read again.
  const { basket: confirmed } = state;
  const askOutcome = () => {
    if (confirmed) once(() => purchase.askOutcome(confirmed));
  };

  return (
    <>
      {onRetry && <TableFailure onRetry={onRetry} />}
      {!isRead && !onRetry && <Skeleton active />}
      {basket && (
        <>
          <BudgetSummary basket={basket} vouchers={patient.activeVouchers} />
          <div className={styles.cards}>
            <BeneficiaryCard patient={patient} />
            <MerchantCard />
          </div>
          <CartTable title={translate('sale:cart.title')} items={basket.items} />
          {basket.residualAmount.lt(0) && <Alert type="error" showIcon message={translate('sale:budget.exceeded')} />}
        </>
      )}
      <StepObstacle state={state} onAskOutcome={askOutcome} onStopWaiting={purchase.stopWaiting} />
      <StepNavigation
        state={state}
        // It keeps the focus while its dialog is open: there the focus returns to.
        canConfirm={isBuyable && !isOutcomeUnknown}
        canGoBack={isIdle}
        mainButton={confirmButton}
        backButton={backButton}
        onBack={() => dispatch({ type: 'wentBack' })}
        onConfirm={() => {
          if (basket && isIdle) once(() => purchase.check(basket));
        }}
      />
      <CommandDialogs
        command="purchase"
        state={state}
        onExecute={(otp) => {
          if (confirmed) once(() => purchase.execute(confirmed, state.command, otp));
        }}
        onClose={() => dispatch({ type: 'dialogClosed' })}
        onAskOutcome={askOutcome}
        onStopWaiting={purchase.stopWaiting}
      />
    </>
  );
}
