import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import type { ReactNode, Ref } from 'react';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatTotal, type Money } from '#contract/rules/money.ts';
import { CommandDialogs } from '#src/components/command/command-dialogs.tsx';
import { ProblemMessage, type ProblemTexts, problemTone, WaitingNotice } from '#src/components/command/messages.tsx';
import { DetailCard } from '#src/components/display/facts.tsx';
import { LoadFailure } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import type { CommandState } from '#src/providers/api/command-reducer.ts';
import type { CommandRun } from '#src/providers/api/use-two-phase-command.ts';
import { mayGoForward, type SaleState } from './sale-reducer.ts';
import styles from './sale.module.css';

interface StepProblemProps {
  readonly command: CommandState;
  readonly texts: ProblemTexts;
  readonly onVerify: () => void;
  readonly onStopWaiting: () => void;
}

/** The problem of a step, unless a dialog or an alert shows it; and the notice about a running wait. */
export function StepProblem({ command, texts, onVerify, onStopWaiting }: StepProblemProps) {
  const { problem, dialog, activity } = command;
  const isSaid = dialog !== null || (problem?.kind === 'refused' && problem.refusal.shown);
  return (
    <>
      <WaitingNotice
        activity={dialog ? 'idle' : activity}
        text={activity === 'verifying' ? texts.verifying : undefined}
        onStop={onStopWaiting}
      />
      {problem && !isSaid && activity === 'idle' && (
        <Alert
          type={problemTone(problem)}
          showIcon
          message={<ProblemMessage problem={problem} texts={texts} onVerify={onVerify} />}
        />
      )}
    </>
  );
}

interface StepCommandProps {
  readonly of: 'cart' | 'purchase';
  readonly state: CommandState;
  readonly run: Pick<CommandRun<unknown>, 'close' | 'stopWaiting'>;
  /** What the user is asked to confirm, and what it costs. */
  readonly details: ReactNode;
  readonly total?: Money | undefined;
  /** Executes the command; `otp` is absent for a confirmation without PIN (§7). */
  readonly onExecute: (otp?: string) => void;
  readonly onVerify: () => void;
}

/** The problem and the dialogs of a step's command: opening the cart, or the purchase (§2, §4). */
export function StepCommand({ of, state, run, details, total, onExecute, onVerify }: StepCommandProps) {
  const translate = useTranslate();
  const verb = (key: string) => (total ? translate(key, { total: formatTotal(total) }) : undefined);
  const texts = {
    pin: {
      title: translate(`sale:pin.title.${of}`),
      hint: translate('sale:pin.hint'),
      submitLabel: verb('sale:pin.confirm'),
    },
    confirmation: {
      title: translate(`sale:confirmation.title.${of}`),
      text: translate(`sale:confirmation.text.${of}`),
      yesLabel: verb('sale:confirmation.yes'),
    },
    unknown: translate(`sale:unknown.${of}`),
    notDone: translate('sale:notBought'),
    verifying: translate('sale:verifying'),
  };
  const shared = { texts, onVerify, onStopWaiting: run.stopWaiting };
  return (
    <>
      <StepProblem command={state} {...shared} />
      <CommandDialogs state={state} details={details} onExecute={onExecute} onClose={run.close} {...shared} />
    </>
  );
}

interface StepNavigationProps {
  readonly state: SaleState;
  /** Whether 'Avanti' must wait for a running action. */
  readonly isBusy?: boolean;
  readonly canConfirm?: boolean;
  readonly canGoBack?: boolean;
  /** Euro: drawn behind the word of 'Avanti', which is then as wide as its place. */
  readonly total?: Money;
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
  const { state, isBusy = false, canConfirm = false, canGoBack = true, total } = props;
  const { mainButton, backButton = null, onForward, onBack, onConfirm } = props;
  const translate = useTranslate();
  const isLast = state.step === 3;
  const isChecking = state.command.activity === 'checking';
  // 'Avanti' shows the running check until the dialog opens, and keeps the focus.
  const isAtWork = !isLast && isChecking;
  return (
    <div className={`${total ? styles.wideNavigation : styles.navigation} screen-only`}>
      {isLast && (
        <Button ref={backButton} size="large" disabled={!canGoBack} onClick={onBack}>
          {translate('sale:back')}
        </Button>
      )}
      <ActionButton
        ref={isLast ? null : mainButton}
        type={isLast ? 'default' : 'primary'}
        size="large"
        data-total={total?.gt(0) ? formatTotal(total) : undefined}
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

const HOUR_MS = 3_600_000;

/** 'Dati esercente': the active business; '-' for missing values (§2, §3). */
export function BusinessCard() {
  const translate = useTranslate();
  const { data, onRetry } = useCallQuery(readMyBusiness, {}, { staleTime: HOUR_MS });
  const label = (key: string) => translate(`sale:business.${key}`);
  return (
    <DetailCard
      title={label('title')}
      details={(['companyName', 'address', 'fiscalCode', 'vat'] as const).map((key) => ({
        label: label(key),
        value: data?.business[key],
      }))}
    >
      {onRetry && <LoadFailure onRetry={onRetry} />}
    </DetailCard>
  );
}

/** 'Dati anagrafici dell'assistito': name, fiscal code, birth date (§2). */
export function BeneficiaryCard({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`sale:beneficiary.${key}`);
  return (
    <DetailCard
      title={label('title')}
      details={[
        { label: label('firstName'), value: patient.firstName },
        { label: label('lastName'), value: patient.lastName },
        { label: label('fiscalCode'), value: patient.fiscalCode },
        { label: label('birthDate'), value: patient.birthDate && formatDay(patient.birthDate) },
      ]}
    />
  );
}
