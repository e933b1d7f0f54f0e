import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { Ref } from 'react';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import styles from './sale.module.css';
import { type SaleState, mayGoForward } from './sale-reducer.ts';

interface StepNavigationProps {
  readonly state: SaleState;
  /** Whether 'Avanti' must wait for a running action. */
  readonly isBusy?: boolean;
  readonly canConfirm?: boolean;
  readonly canGoBack?: boolean;
  /** The button 'Avanti', or 'Conferma' in step 3. */
  readonly mainButton?: Ref<HTMLButtonElement>;
  /** The button 'Indietro'. */
  readonly backButton?: Ref<HTMLButtonElement>;
  readonly onForward?: () => void;
  readonly onBack?: () => void;
  readonly onConfirm?: () => void;
}

/** The buttons 'Indietro', 'Avanti' and 'Conferma' below steps 1 to 3 (§2). */
export function StepNavigation(props: StepNavigationProps) {
  const { state, isBusy = false, canConfirm = false, canGoBack = true } = props;
  const { mainButton, backButton = null, onForward, onBack, onConfirm } = props;
  const translate = useTranslate();
  const isLast = state.step === 3;
  const isChecking = state.command.activity === 'checking';
  // 'Avanti' shows the running check until the dialog opens, and keeps the focus.
  const isAtWork = !isLast && isChecking;
  return (
    <div className={`${styles.navigation} screen-only`}>
      {isLast && (
        <Button ref={backButton} size="large" disabled={!canGoBack} onClick={onBack}>
          {translate('sale:back')}
        </Button>
      )}
      <ActionButton
        ref={isLast ? null : mainButton}
        type={isLast ? 'default' : 'primary'}
        size="large"
        disabled={isBusy || (!mayGoForward(state) && !isAtWork)}
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
          loading={isChecking}
          onClick={onConfirm}
        >
          {translate('common:confirm')}
        </ActionButton>
      )}
    </div>
  );
}
