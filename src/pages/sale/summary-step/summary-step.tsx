import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type Dispatch, useEffect, useRef } from 'react';
import type { Id } from '#contract/wire.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { CommandDialogs } from '#src/components/command-dialogs/command-dialogs.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { BudgetSummary } from '../budget-summary.tsx';
import { CartTable } from '../cart-table.tsx';
import type { ScanState } from '../products-step/scans/scan-store.ts';
import { ScanNotes } from '../products-step/scans/scan-notes.tsx';
import { mayBuy, spentOn } from '../sale-cart.ts';
import { type SaleContext, SaleFacts } from '#src/components/sale-facts/sale-facts.tsx';
import { type SaleEvent, type SaleState, isPurchaseUnknown } from '../sale-reducer.ts';
import { StepNavigation } from '../step-navigation.tsx';
import { StepProblem } from '../step-problem.tsx';
import styles from '../sale.module.css';
import { useCommandTexts } from '../use-command-texts.ts';
import { useForgottenProducts } from '../use-forgotten-products.ts';
import { usePurchase } from '../use-purchase.ts';
import { BeneficiaryCard } from '../beneficiary-card.tsx';
import { BusinessCard } from '../business-card.tsx';
import { useFreshCart } from './use-fresh-cart.ts';

interface SummaryStepProps {
  readonly state: SaleState;
  readonly cartId: Id;
  readonly facts: SaleContext;
  readonly scanState: ScanState;
  readonly dispatch: Dispatch<SaleEvent>;
  /** The 'Indietro' button. */
  readonly onBack: () => void;
}

/** Step 3, Riepilogo: the server's cart, and 'Conferma' (§2, §4). */
export function SummaryStep({ state, cartId, facts, scanState, dispatch, onBack }: SummaryStepProps) {
  const { patient } = facts;
  const translate = useTranslate();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const backButton = useRef<HTMLButtonElement>(null);
  const { cart, reload, onRetry } = useFreshCart(cartId, dispatch);
  const purchase = usePurchase(state, dispatch, reload);
  const texts = useCommandTexts('purchase');
  const { command } = state;
  const isUnknown = isPurchaseUnknown(state);
  const isIdle = command.activity === 'idle' && !command.dialog && !isUnknown;
  const isRead = cart !== null;
  const isBuyable = isRead && mayBuy(cart);

  useEffect(() => {
    if (isRead) (isBuyable ? confirmButton : backButton).current?.focus();
  }, [isRead, isBuyable]);

  useForgottenProducts(scanState, isIdle, onBack);

  // The stepper's cart: a confirmed purchase can be executed and verified while the cart is read again.
  const { cart: confirmed } = state;
  const verify = () => {
    if (confirmed) void purchase.verify(confirmed);
  };

  return (
    <>
      {onRetry && (
        // No error message (§8).
        <ActionButton onClick={onRetry}>{translate('common:retry')}</ActionButton>
      )}
      {!isRead && !onRetry && <Skeleton />}
      {cart && (
        <>
          <BudgetSummary cart={cart} facts={facts} vouchers={patient.activeVouchers} />
          <ScanNotes scanState={scanState} />
          <div className={styles.cards}>
            <BeneficiaryCard patient={patient} />
            <BusinessCard />
          </div>
          <CartTable title={translate('sale:cart.title')} items={cart.items} />
          {cart.residualAmount.lt(0) && <Alert type="error" showIcon message={translate('sale:budget.exceeded')} />}
        </>
      )}
      <StepProblem command={command} texts={texts} onVerify={verify} onStopWaiting={purchase.stopWaiting} />
      <StepNavigation
        state={state}
        // The button keeps the focus while its dialog is open, because the dialog returns the focus to it.
        canConfirm={isBuyable && !isUnknown}
        canGoBack={isIdle}
        mainButton={confirmButton}
        backButton={backButton}
        onBack={onBack}
        onConfirm={() => {
          if (cart && isIdle) void purchase.check(cart);
        }}
      />
      <CommandDialogs
        state={command}
        texts={texts}
        details={<SaleFacts of={facts} total={confirmed ? spentOn(confirmed.items) : undefined} />}
        onExecute={(otp) => {
          if (confirmed) void purchase.execute(confirmed, otp);
        }}
        onClose={() => dispatch({ type: 'dialogClosed' })}
        onVerify={verify}
        onStopWaiting={purchase.stopWaiting}
      />
    </>
  );
}
