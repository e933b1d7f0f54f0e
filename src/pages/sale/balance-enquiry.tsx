import { PrinterOutlined, WalletOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { readBalance, searchPatients } from '#contract/calls/patients.ts';
import type { Patient, Voucher } from '#contract/entities/patient.ts';
import { now } from '#contract/rules/clock.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { AttemptsLeft } from '#src/components/command/messages.tsx';
import { PinForm } from '#src/components/command/pin-dialog.tsx';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { useFocusWhenShown } from '#src/components/dialog/focus.ts';
import { patientKey, patientName } from '#src/components/display/patient.ts';
import { type SaleContext, SaleFacts } from '#src/components/display/facts.tsx';
import { chipOf } from '#src/components/display/statuses.ts';
import { Value } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { ApiError, lockRefusal } from '#src/providers/api/api-error.ts';
import { useCallMutation, useLazyCall } from '#src/providers/api/call-hooks.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { expiryOf } from './sale-cart.ts';
import styles from './sale.module.css';

interface BalanceEnquiryProps {
  /** The end of the lock of the PIN. */
  readonly lockedUntil: string | undefined;
  readonly dossierId: Id;
  readonly storeId: Id;
  readonly facts: SaleContext;
}

interface Balance {
  readonly vouchers: readonly Voucher[];
  readonly at: Date;
}

/** The remaining amounts of the patient's vouchers, on the screen and on paper. */
function BalanceTable({ patient, vouchers, at }: Balance & { readonly patient: Patient }) {
  const translate = useTranslate();
  const root = useRef<HTMLDivElement>(null);
  // Not the print button: a second Enter after the PIN must not print.
  useFocusWhenShown(root);
  const title = (key: string) => translate(`sale:balance.${key}`);
  const columns = titled<Voucher>(title, [
    { kind: 'text', key: 'code', value: ({ code }) => code },
    { kind: 'chip', key: 'status', value: ({ status }) => chipOf('voucher', status, translate) },
    { kind: 'date', key: 'expiry', shows: 'day', value: expiryOf },
    { kind: 'currency', key: 'initial', value: ({ initialAmount }) => initialAmount },
    { kind: 'currency', key: 'residual', value: ({ residualAmount }) => residualAmount },
  ]);
  return (
    <div ref={root} className={styles.balance} tabIndex={-1}>
      <p>
        <strong>{patientName(patient)}</strong> <Value text={patient.fiscalCode} />
      </p>
      <p>{translate('sale:balance.at', { at: formatInstant(at) })}</p>
      <DataTable
        label={title('title')}
        columns={columns}
        rowKey={({ voucherId }) => String(voucherId)}
        tableProps={{ dataSource: vouchers }}
        showsAll
      />
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        {translate('patients:print')}
      </Button>
    </div>
  );
}

/**
 * 'Saldo buoni': the remaining amounts without a cart (an extra, rules §1). Asks for the PIN of a patient who has one, but
 * not for what step 1 shows already.
 */
export function BalanceEnquiry({ lockedUntil, dossierId, storeId, facts }: BalanceEnquiryProps) {
  const { patient } = facts;
  const translate = useTranslate();
  const errorText = useErrorText();
  const { run, isRunning } = useCallMutation(readBalance);
  const fetchPatients = useLazyCall(searchPatients);
  const [isOpen, setIsOpen] = useState(false);
  const [balance, setBalance] = useState<Balance | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isPinDue, setPinDue] = useState(false);
  const { activeVouchers: shown } = patient;
  const isShown = shown.length > 0 && shown.every(({ residualAmount }) => residualAmount !== undefined);
  // The row of the search may lack the PIN mode.
  const needsPin = !isShown && (isPinDue || patient.otpMode === 'PIN');
  const asksPin = needsPin && !lockRefusal(lockedUntil);
  const title = translate('sale:balance.title');

  /** What the screen shows already needs no PIN; it is read anew. */
  async function readShown(): Promise<readonly Voucher[]> {
    const query = { fiscalCode: patient.fiscalCode, duplicateByDossier: true };
    const { patients } = await fetchPatients({ query }, { alerts: 'expiry-only' });
    const vouchers = patients.find((row) => patientKey(row) === patientKey(patient))?.activeVouchers;
    if (!vouchers || vouchers.some(({ residualAmount }) => residualAmount === undefined)) throw new ApiError({});
    return vouchers;
  }

  async function readWithPin(otp: string | undefined): Promise<readonly Voucher[]> {
    const ids = { patientId: Number(patient.patientId), dossierId: Number(dossierId), storeId: Number(storeId) };
    return (await run({ body: { ...ids, otp } }, { alerts: 'expiry-only' })).vouchers;
  }

  async function ask(otp?: string): Promise<void> {
    try {
      setBalance({ vouchers: await (isShown ? readShown() : readWithPin(otp)), at: now() });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.description === 'TRANSACTION_WRONG_OTP') setPinDue(true);
      setError(failure);
    }
  }

  function begin(): void {
    // The lock may have ended since the screen was drawn.
    const locked = isShown ? null : lockRefusal(lockedUntil);
    setBalance(null);
    setError(locked);
    setIsOpen(true);
    if (!needsPin && !locked) void ask();
  }

  const close = () => setIsOpen(false);
  const isAsking = asksPin && !balance;
  return (
    <>
      <ActionButton icon={<WalletOutlined aria-hidden />} loading={isRunning} onClick={begin}>
        {title}
      </ActionButton>
      <Dialog
        isOpen={isOpen && (asksPin || balance !== null || error !== null)}
        title={title}
        isBusy={isRunning}
        closesOnMask={!isAsking}
        width={balance ? '50rem' : undefined}
        onClose={close}
      >
        {balance && <BalanceTable patient={patient} {...balance} />}
        {isAsking && (
          <PinForm
            hint={translate('sale:pin.hint')}
            details={<SaleFacts of={{ ...facts, voucher: undefined }} />}
            error={
              error && (
                <>
                  <span>{errorText(error)}</span>
                  <AttemptsLeft refusal={error} />
                </>
              )
            }
            isBusy={isRunning}
            canSubmit={error?.description !== 'TRANSACTION_LOCKED'}
            onSubmit={(pin) => {
              setError(null);
              void ask(pin);
            }}
            onClose={close}
          />
        )}
        {error && !asksPin && <Alert type="error" role="alert" showIcon message={errorText(error)} />}
      </Dialog>
    </>
  );
}
