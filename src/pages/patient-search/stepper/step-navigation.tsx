import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { Ref } from 'react';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import styles from './stepper.module.css';
import type { StepperState } from './stepper-state.ts';

interface StepNavigationProps {
  readonly state: StepperState;
  /** Whether the step still waits for something that 'Avanti' must not overtake. */
  readonly isBusy?: boolean;
  readonly canConfirm?: boolean;
  readonly canGoBack?: boolean;
  /** The button that leads on: 'Avanti', or 'Conferma' on step 3. */
  readonly mainButton?: Ref<HTMLButtonElement>;
  /** 'Indietro'. */
  readonly backButton?: Ref<HTMLButtonElement>;
  readonly onForward?: () => void;
  readonly onBack?: () => void;
  readonly onConfirm?: () => void;
}

/** 'Indietro', 'Avanti' and 'Conferma' under the steps 1 to 3 (§2). */
export function StepNavigation(props: StepNavigationProps) {
  const { state, isBusy = false, canConfirm = false, canGoBack = true } = props;
  const { mainButton, backButton = null, onForward, onBack, onConfirm } = props;
  const translate = useTranslate();
  const isLast = state.step === 3;
  // Some carts are opened without a dialog (decisions §6): the button is at work until it is done, and keeps the focus.
  const isOpening = state.activity === 'checking' || (state.activity === 'executing' && state.dialog === null);
  const isAtWork = !isLast && isOpening;
  return (
    <div className={styles.navigation}>
      {isLast && (
        <Button ref={backButton} size="large" disabled={!canGoBack} onClick={onBack}>
          {translate('sale:back')}
        </Button>
      )}
      <ActionButton
        ref={isLast ? null : mainButton}
        type={isLast ? 'default' : 'primary'}
        size="large"
        disabled={isBusy || (!state.forward && !isAtWork)}
        loading={isAtWork}
        onClick={onForward}
      >
        {translate('sale:forward')}
      </ActionButton>
      {isLast && (
        <ActionButton
          ref={mainButton}
          type="primary"
          size="large"
          disabled={!canConfirm}
          loading={state.activity === 'checking'}
          onClick={onConfirm}
        >
          {translate('sale:confirm')}
        </ActionButton>
      )}
    </div>
  );
}
