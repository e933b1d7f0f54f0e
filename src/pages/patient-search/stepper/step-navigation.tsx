import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { Ref } from 'react';
import styles from './stepper.module.css';
import type { StepperState } from './stepper-state.ts';

interface StepNavigationProps {
  readonly state: StepperState;
  /** Whether the step still waits for something that 'Avanti' must not overtake. */
  readonly isBusy?: boolean;
  readonly canConfirm?: boolean;
  /** The button that leads on: 'Avanti', or 'Conferma' on step 3. */
  readonly mainButton?: Ref<HTMLButtonElement>;
  readonly onForward?: () => void;
  readonly onBack?: () => void;
  readonly onConfirm?: () => void;
}

/** 'Indietro', 'Avanti' and 'Conferma' under the steps 1 to 3 (§2). */
export function StepNavigation(props: StepNavigationProps) {
  const { state, isBusy = false, canConfirm = false, mainButton, onForward, onBack, onConfirm } = props;
  const translate = useTranslate();
  const isLast = state.step === 3;
  const isIdle = state.activity === 'idle';
  return (
    <div className={styles.navigation}>
      {isLast && (
        <Button size="large" disabled={!isIdle} onClick={onBack}>
          {translate('sale:back')}
        </Button>
      )}
      <Button
        ref={isLast ? null : mainButton}
        type={isLast ? 'default' : 'primary'}
        size="large"
        disabled={isBusy || (!state.forward && state.activity !== 'checking')}
        loading={!isLast && state.activity === 'checking'}
        onClick={onForward}
      >
        {translate('sale:forward')}
      </Button>
      {isLast && (
        <Button
          ref={mainButton}
          type="primary"
          size="large"
          disabled={!canConfirm}
          loading={state.activity === 'checking'}
          onClick={onConfirm}
        >
          {translate('sale:confirm')}
        </Button>
      )}
    </div>
  );
}
