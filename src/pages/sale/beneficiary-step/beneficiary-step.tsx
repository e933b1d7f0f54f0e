import { HistoryOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readBalance } from '#contract/calls/patients.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Voucher } from '#contract/entities/voucher.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import { CommandDialogs } from '#src/components/command-dialogs/command-dialogs.tsx';
import { StatusChip } from '#src/components/status-chip/status-chip.tsx';
import {
  categoryTypeOf,
  dossierStatus,
  hasApprovedDossier,
  voucherStatus,
} from '#src/components/patient/patient-facts.ts';
import { NO_VALUE } from '#src/components/no-value.ts';
import { chipOf } from '#src/components/status-chip/statuses.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import { patientHistoryPath } from '#src/hooks/use-patient-history.ts';
import type { NewSale } from '#src/hooks/sale-store.ts';
import { type SaleContext, SaleFacts } from '#src/components/sale-facts/sale-facts.tsx';
import type { CartTarget, SaleEvent, SaleState } from '../sale-reducer.ts';
import styles from '../sale.module.css';
import { StepNavigation } from '../step-navigation.tsx';
import { StepProblem } from '../step-problem.tsx';
import { isSameTarget, useCartOpening } from '../use-cart-opening.ts';
import { useCommandTexts } from '../use-command-texts.ts';
import { BeneficiaryCard } from '../beneficiary-card.tsx';
import { BalanceEnquiry } from './balance-enquiry.tsx';
import { VoucherChoice } from './voucher-choice.tsx';

const NO_ACTIVE_DOSSIERS = 'NO_ACTIVE_DOSSIERS';

/**
 * Opens the patient's purchase history. Without an APPROVED dossier it shows a warning instead (§5:
 * NO_ACTIVE_DOSSIERS).
 */
function HistoryButton({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { notify } = useNotify();

  const open = () => {
    if (hasApprovedDossier(patient)) {
      void navigate(patientHistoryPath);
      return;
    }
    notify({ kind: 'warning', text: translate(`patients:warning.${NO_ACTIVE_DOSSIERS}`), key: NO_ACTIVE_DOSSIERS });
  };

  return (
    <Button icon={<HistoryOutlined aria-hidden />} onClick={open}>
      {translate('sale:history')}
    </Button>
  );
}

interface BeneficiaryStepProps {
  readonly state: SaleState;
  readonly sale: NewSale;
  readonly vouchers: readonly Voucher[];
  readonly facts: SaleContext;
  readonly dispatch: Dispatch<SaleEvent>;
  /** Continues with the open cart. */
  readonly onForward: () => void;
}

/** Step 1, Anagrafica: the patient and the voucher (§2). Without an ENABLED voucher it says so and stops (§5). */
export function BeneficiaryStep(props: BeneficiaryStepProps) {
  const { state, sale, vouchers, facts, dispatch, onForward } = props;
  const { patient, storeId } = sale;
  const dossierId = patient.activeDossiers[0]?.dossierId;
  const { calls } = useFeatures();
  const translate = useTranslate();
  const texts = useCommandTexts('cart');
  const forwardButton = useRef<HTMLButtonElement>(null);
  const opening = useCartOpening(state, dispatch);
  const [chosenId, setChosenId] = useState(state.openedFor?.voucherId ?? vouchers[0]?.voucherId);
  const [target, setTarget] = useState<CartTarget | null>(null);
  const chosen = vouchers.find(({ voucherId }) => voucherId === chosenId);
  const left = chosen?.residualAmount;
  const label = (key: string) => translate(`sale:beneficiary.${key}`);

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
    setTarget(wanted);
    void opening.check(wanted);
  };

  return (
    <>
      <BeneficiaryCard
        patient={patient}
        more={[
          {
            label: label('categoryType'),
            value: <StatusChip {...chipOf('categoryType', categoryTypeOf(patient) ?? NO_VALUE, translate)} />,
          },
          {
            label: label('dossierStatus'),
            value: <StatusChip {...chipOf('dossier', dossierStatus(patient), translate)} />,
          },
          {
            label: label('voucherStatus'),
            value: <StatusChip {...chipOf('voucher', voucherStatus(patient), translate)} />,
          },
          ...(left ? [{ label: label('voucherLeft'), value: <Amount value={left} /> }] : []),
        ]}
      >
        <div className={`${styles.actions} screen-only`}>
          <HistoryButton patient={patient} />
          {dossierId !== undefined && calls.includes(readBalance.name) && (
            <BalanceEnquiry patient={patient} dossierId={dossierId} storeId={storeId} facts={facts} />
          )}
        </div>
      </BeneficiaryCard>
      {vouchers.length > 1 && (
        <VoucherChoice
          vouchers={vouchers}
          chosenId={chosenId}
          isDisabled={state.command.activity !== 'idle'}
          onChoose={setChosenId}
        />
      )}
      {vouchers.length === 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          message={translate(
            voucherStatus(patient) === 'ENABLED' ? 'sale:voucherSpent' : 'patients:warning.NO_VOUCHER',
          )}
        />
      )}
      <StepProblem command={state.command} texts={texts} onVerify={check} onStopWaiting={opening.stopWaiting} />
      <StepNavigation state={state} mainButton={forwardButton} onForward={check} />
      <CommandDialogs
        state={state.command}
        texts={texts}
        details={<SaleFacts of={{ ...facts, voucher: chosen?.code }} />}
        onExecute={(otp) => {
          if (target) void opening.execute(target, otp);
        }}
        onClose={() => dispatch({ type: 'dialogClosed' })}
        onVerify={check}
        onStopWaiting={opening.stopWaiting}
      />
    </>
  );
}
