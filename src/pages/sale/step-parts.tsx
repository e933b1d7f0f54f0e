import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import type { ComponentProps, Dispatch, ReactNode, Ref } from 'react';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatTotal, type Money } from '#contract/rules/money.ts';
import { CommandDialogs } from '#src/components/command/command-dialogs.tsx';
import { ProblemMessage, type ProblemTexts, problemTone, WaitingNotice } from '#src/components/command/messages.tsx';
import { DetailCard, type SaleContext } from '#src/components/display/facts.tsx';
import { LoadFailure } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import type { CommandState } from '#src/providers/api/command-reducer.ts';
import type { CommandRun } from '#src/providers/api/use-two-phase-command.ts';
import { mayGoForward, type SaleEvent, type SaleState } from './sale-reducer.ts';
import type { Sale } from '#src/providers/session/sale-store.ts';
import styles from './sale.module.css';

/** What a step gets from the stepper. */
export interface StepProps<OfSale extends Sale = Sale> {
  readonly sale: OfSale;
  readonly state: SaleState;
  readonly facts: SaleContext;
  readonly dispatch: Dispatch<SaleEvent>;
}

type StepProblemProps = Pick<ComponentProps<typeof CommandDialogs>, 'state' | 'onVerify' | 'onStopWaiting'>;

/** The problem of a step, unless a dialog or an alert shows it; and the notice about a running wait. */
export function StepProblem(props: StepProblemProps & { readonly texts: ProblemTexts }) {
  const { texts, onVerify, onStopWaiting } = props;
  const { problem, dialog, activity } = props.state;
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
  const text = (key: string) => translate(`sale:${key}`);
  const verb = (key: string) => total && translate(`sale:${key}`, { total: formatTotal(total) });
  const [title, question] = [text(`confirmation.title.${of}`), text(`confirmation.text.${of}`)];
  const texts = {
    pin: { title: text(`pin.title.${of}`), hint: text('pin.hint'), submitLabel: verb('pin.confirm') },
    confirmation: { title, text: question, yesLabel: verb('confirmation.yes') },
    unknown: text(`unknown.${of}`),
    notDone: text('notBought'),
    verifying: text('verifying'),
  };
  const shared = { state, texts, onVerify, onStopWaiting: run.stopWaiting };
  return (
    <>
      <StepProblem {...shared} />
      <CommandDialogs {...shared} details={details} onExecute={onExecute} onClose={run.close} />
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
  const { mainButton, backButton, onForward, onBack, onConfirm } = props;
  const translate = useTranslate();
  const isLast = state.step === 3;
  const isChecking = state.command.activity === 'checking';
  // 'Avanti' shows the running check until the dialog opens, and keeps the focus.
  const isAtWork = !isLast && isChecking;
  return (
    <div className={`${total ? styles.wideNavigation : styles.navigation} screen-only`}>
      {isLast && (
        <Button ref={backButton ?? null} size="large" disabled={!canGoBack} onClick={onBack}>
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
const BUSINESS_FACTS = ['companyName', 'address', 'fiscalCode', 'vat'] as const;

/** 'Dati esercente': the active business; '-' for missing values (§2, §3). */
export function BusinessCard() {
  const translate = useTranslate();
  const { data, onRetry } = useCallQuery(readMyBusiness, {}, { staleTime: HOUR_MS });
  const label = (key: string) => translate(`sale:business.${key}`);
  return (
    <DetailCard
      title={label('title')}
      details={BUSINESS_FACTS.map((key) => ({ label: label(key), value: data?.business[key] }))}
    >
      {onRetry && <LoadFailure onRetry={onRetry} />}
    </DetailCard>
  );
}

/** 'Dati anagrafici dell'assistito': name, fiscal code, birth date (§2). */
export function BeneficiaryCard({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`sale:beneficiary.${key}`);
  const { firstName, lastName, fiscalCode } = patient;
  const birthDate = patient.birthDate && formatDay(patient.birthDate);
  const facts = Object.entries({ firstName, lastName, fiscalCode, birthDate });
  return <DetailCard title={label('title')} details={facts.map(([key, value]) => ({ label: label(key), value }))} />;
}
