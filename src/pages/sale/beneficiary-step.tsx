import { HistoryOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button, Radio } from 'antd';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { checkCart, executeCart, readCart } from '#contract/calls/carts.ts';
import { readBalance } from '#contract/calls/patients.ts';
import type { Patient, Voucher } from '#contract/entities/patient.ts';
import { today } from '#contract/rules/clock.ts';
import { firstOfMonth, formatDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { hasApprovedDossier } from '#src/components/display/patient.ts';
import { ReplacementDialog, useReplacementQuestion } from '#src/components/command/replacement-question.tsx';
import { SaleFacts } from '#src/components/display/facts.tsx';
import { chipOf } from '#src/components/display/statuses.ts';
import { NO_VALUE } from '#src/components/display/value.tsx';
import { lockRefusal } from '#src/providers/api/api-error.ts';
import type { CallOptions } from '#src/providers/api/call-api.ts';
import { useCallMutation, useLazyCall } from '#src/providers/api/call-hooks.ts';
import { patientHistoryPath } from '#src/providers/paths.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { isRefused, type TwoPhaseCommand, useTwoPhaseCommand } from '#src/providers/api/use-two-phase-command.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import type { NewSale } from '#src/providers/session/sale-store.ts';
import { useUnfinishedCart } from '#src/providers/session/use-carts.ts';
import { BalanceEnquiry } from './balance-enquiry.tsx';
import { PatientHead } from './patient-head.tsx';
import { expiryOf, saleCart, type SaleCart } from './sale-cart.ts';
import type { CartTarget, SaleEvent, SaleState } from './sale-reducer.ts';
import styles from './sale.module.css';
import { StepCommand, StepNavigation, type StepProps } from './step-parts.tsx';

function isSameTarget(one: CartTarget, other: CartTarget): boolean {
  return one.patientId === other.patientId && one.voucherId === other.voucherId && one.storeId === other.storeId;
}

/**
 * The command that opens a cart (§4, steps 1 and 2 of the stepper). A cart with a lost response cannot be found, but it
 * reserves and charges nothing, so a new check follows (rules §2, §5). A cart that was opened but not read is read
 * first.
 */
export function useCartOpening(state: SaleState, dispatch: Dispatch<SaleEvent>) {
  const { run: runCheck } = useCallMutation(checkCart);
  const { run: runExecute } = useCallMutation(executeCart);
  const fetchCart = useLazyCall(readCart);
  const { remember } = useUnfinishedCart();
  const unread = useRef<{ readonly cartId: Id; readonly target: CartTarget } | null>(null);

  const read = async (cartId: Id, options: CallOptions) =>
    saleCart((await fetchCart({ params: { cartId } }, options)).cart);

  const opening: TwoPhaseCommand<CartTarget, SaleCart> = {
    // One sale opens one cart at a time.
    keyOf: () => 'cart',
    isUnverifiable: true,
    check: async (target, signal) => (await runCheck({ body: { ...target } }, { signal })).txCommand,
    execute: async (target, execution, { signal, alerts }) => {
      const { cart } = await runExecute({ body: execution }, { signal, alerts });
      remember(cart.cartId);
      const { residualAmount, voucherInitialAmount } = cart;
      if (residualAmount && voucherInitialAmount) return saleCart({ ...cart, residualAmount, voucherInitialAmount });
      // A server may send only the id of a new cart (§7).
      unread.current = { cartId: cart.cartId, target };
      return read(cart.cartId, { alerts: 'unless-lost', signal });
    },
    find: async (target, { signal }) => {
      const opened = unread.current;
      if (!opened || !isSameTarget(opened.target, target)) return 'never';
      try {
        return { result: await read(opened.cartId, { signal }) };
      } catch (error) {
        if (!isRefused(error)) throw error;
        unread.current = null;
        return 'never';
      }
    },
    onDone: (target, cart) => {
      unread.current = null;
      dispatch({ type: 'cartOpened', cart, target });
    },
  };
  return useTwoPhaseCommand(opening, [state.command, dispatch]);
}

interface VoucherChoiceProps {
  readonly vouchers: readonly Voucher[];
  readonly chosenId: Id | undefined;
  /** Whether a cart is being opened for the chosen voucher. */
  readonly isDisabled: boolean;
  readonly onChoose: (voucherId: Id) => void;
}

/** The choice of the voucher, if the patient has several (rules §4). */
function VoucherChoice({ vouchers, chosenId, isDisabled, onChoose }: VoucherChoiceProps) {
  const translate = useTranslate();
  const nameOf = (voucher: Voucher) => {
    const { voucherId, code, residualAmount, initialAmount } = voucher;
    const expiry = expiryOf(voucher);
    return translate(`sale:voucherChoice.${residualAmount ? 'optionLeft' : 'option'}`, {
      code: code ?? voucherId,
      residual: residualAmount && formatTotal(residualAmount),
      amount: initialAmount ? formatTotal(initialAmount) : NO_VALUE,
      expiry: expiry === undefined ? NO_VALUE : formatDay(expiry),
    });
  };
  return (
    <fieldset className={styles.voucherChoice}>
      <legend>{translate('sale:voucherChoice.title')}</legend>
      <Radio.Group
        value={chosenId}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.value as Id)}
        options={vouchers.map((voucher) => ({ value: voucher.voucherId, label: nameOf(voucher) }))}
      />
    </fieldset>
  );
}

const isEnabled = ({ status }: Voucher) => status === 'ENABLED';

/** Why the patient has nothing to spend, with what it says of the status of dossier or voucher. */
function useReason({ activeDossiers: [dossier], activeVouchers }: Patient): string {
  const translate = useTranslate();
  const why = (reason: string, values = {}) => translate(`sale:why.${reason}`, values);
  const status = (kind: 'dossier' | 'voucher', of: string) => chipOf(kind, of, translate).label.toLowerCase();
  if (activeVouchers.some(isEnabled)) return why('spent', { day: formatDay(firstOfMonth(today(), 1)) });
  if (!dossier) return why('noDossier');
  if (dossier.status !== 'APPROVED') return why('dossier', { status: status('dossier', dossier.status) });
  const [voucher] = activeVouchers;
  if (voucher) return why('voucher', { status: status('voucher', voucher.status) });
  const { switchMonth = '' } = dossier;
  return switchMonth > today() ? why('paper', { day: formatDay(switchMonth) }) : why('none');
}

/** No voucher to spend (§5: NO_VOUCHER), and in red why, and who can help. */
function NothingToSpend({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const reason = useReason(patient);
  const isSpent = patient.activeVouchers.some(isEnabled);
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={
        <>
          <p>{translate(isSpent ? 'sale:voucherSpent' : 'patients:warning.NO_VOUCHER')}</p>
          <p className={styles.reason}>{reason}</p>
        </>
      }
    />
  );
}

const NO_ACTIVE_DOSSIERS = 'NO_ACTIVE_DOSSIERS';

/** Opens the patient's purchase history, or without an APPROVED dossier warns (§5: NO_ACTIVE_DOSSIERS). */
function HistoryButton({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { notify } = useNotify();

  const open = () => {
    const text = translate(`patients:warning.${NO_ACTIVE_DOSSIERS}`);
    if (hasApprovedDossier(patient)) void navigate(patientHistoryPath);
    else notify({ kind: 'warning', text, key: NO_ACTIVE_DOSSIERS });
  };
  return (
    <Button icon={<HistoryOutlined aria-hidden />} onClick={open}>
      {translate('sale:history')}
    </Button>
  );
}

interface BeneficiaryStepProps extends StepProps<NewSale> {
  readonly vouchers: readonly Voucher[];
  /** Continues with the open cart. */
  readonly onForward: () => void;
}

/** Step 1, Anagrafica: the patient and the voucher (§2). Without an ENABLED voucher it says so and stops (§5). */
export function BeneficiaryStep(props: BeneficiaryStepProps) {
  const { state, sale, vouchers, facts, dispatch, onForward } = props;
  const { patient, storeId } = sale;
  const dossierId = patient.activeDossiers[0]?.dossierId;
  const { calls } = useFeatures();
  const errorText = useErrorText();
  const forwardButton = useRef<HTMLButtonElement>(null);
  const opening = useCartOpening(state, dispatch);
  const replacement = useReplacementQuestion();
  const [chosenId, setChosenId] = useState(state.openedFor?.voucherId ?? vouchers[0]?.voucherId);
  const [target, setTarget] = useState<CartTarget | null>(null);
  const chosen = vouchers.find(({ voucherId }) => voucherId === chosenId);
  const lockedUntil = state.lockedUntil ?? patient.lockedUntil;
  const locked = lockRefusal(lockedUntil);
  const isBusy = state.command.activity !== 'idle';

  useEffect(() => {
    forwardButton.current?.focus();
  }, []);

  const check = () => {
    if (chosenId === undefined) return;
    const wanted = { patientId: patient.patientId, voucherId: chosenId, storeId };
    if (state.openedFor && isSameTarget(state.openedFor, wanted)) {
      onForward();
      return;
    }
    replacement.ask(() => {
      setTarget(wanted);
      void opening.check(wanted);
    }, [sale.replaces, state.cart?.cartId]);
  };

  return (
    <>
      <PatientHead patient={patient} voucher={chosen ?? patient.activeVouchers.find(isEnabled)}>
        <HistoryButton patient={patient} />
        {dossierId !== undefined && calls.includes(readBalance.name) && (
          <BalanceEnquiry lockedUntil={lockedUntil} dossierId={dossierId} storeId={storeId} facts={facts} />
        )}
      </PatientHead>
      {vouchers.length > 1 && (
        <VoucherChoice vouchers={vouchers} chosenId={chosenId} isDisabled={isBusy} onChoose={setChosenId} />
      )}
      {vouchers.length === 0 && <NothingToSpend patient={patient} />}
      {vouchers.length > 0 && locked && state.command.problem === null && (
        <Alert type="error" showIcon role="alert" message={errorText(locked)} />
      )}
      <StepCommand
        of="cart"
        state={state.command}
        run={opening}
        details={<SaleFacts of={{ ...facts, voucher: chosen?.code }} />}
        onExecute={(otp) => {
          if (target) void opening.execute(target, otp);
        }}
        onVerify={check}
      />
      <ReplacementDialog {...replacement} />
      <StepNavigation state={state} mainButton={forwardButton} onForward={check} />
    </>
  );
}
