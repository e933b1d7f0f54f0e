import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Voucher } from '#contract/entities/voucher.ts';
import type { NewSale } from '#src/components/handover/sale-start.ts';
import { StatusChip } from '#src/components/status-chip/status-chip.tsx';
import { dossierStatus, practiceType, voucherStatus } from '../../patient-facts.ts';
import { usePracticeLabels } from '../../practice-labels.ts';
import { CommandDialogs } from '../sale/command-dialogs.tsx';
import { StepObstacle } from '../sale/step-obstacle.tsx';
import type { CartTarget } from '../sale/use-cart-opening.ts';
import { StepNavigation } from '../step-navigation.tsx';
import type { StepperState } from '../stepper-state.ts';
import { BeneficiaryCard } from '../summary-step/beneficiary-card.tsx';
import { HistoryButton } from './history-button.tsx';
import { VoucherChoice } from './voucher-choice.tsx';

interface BeneficiaryStepProps {
  readonly state: StepperState;
  readonly sale: NewSale;
  readonly vouchers: readonly Voucher[];
  readonly onCheck: (target: CartTarget) => void;
  readonly onExecute: (otp?: string) => void;
  readonly onCloseDialog: () => void;
  readonly onStopWaiting: () => void;
}

/** Step 1, Anagrafica: whose voucher is spent (§2). Without an ENABLED voucher it says so and goes no further (§5). */
export function BeneficiaryStep(props: BeneficiaryStepProps) {
  const { state, sale, vouchers, onCheck, onExecute, onCloseDialog, onStopWaiting } = props;
  const { patient, storeId } = sale;
  const translate = useTranslate();
  const labels = usePracticeLabels();
  const forwardButton = useRef<HTMLButtonElement>(null);
  const [chosenId, setChosenId] = useState(vouchers[0]?.voucherId);
  const label = (key: string) => translate(`sale:beneficiary.${key}`);

  useEffect(() => {
    forwardButton.current?.focus();
  }, []);

  const check = () => {
    if (chosenId !== undefined) onCheck({ patientId: patient.patientId, voucherId: chosenId, storeId });
  };

  return (
    <>
      <BeneficiaryCard
        patient={patient}
        more={[
          { label: label('practiceType'), value: <StatusChip {...labels.practice(practiceType(patient))} /> },
          { label: label('dossierStatus'), value: <StatusChip {...labels.dossier(dossierStatus(patient))} /> },
          { label: label('voucherStatus'), value: <StatusChip {...labels.voucher(voucherStatus(patient))} /> },
        ]}
      >
        <HistoryButton sale={sale} />
      </BeneficiaryCard>
      {vouchers.length > 1 && (
        <VoucherChoice
          vouchers={vouchers}
          chosenId={chosenId}
          isDisabled={state.activity !== 'idle'}
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
      <StepObstacle state={state} onAskOutcome={check} onStopWaiting={onStopWaiting} />
      <StepNavigation state={state} mainButton={forwardButton} onForward={check} />
      <CommandDialogs
        command="cart"
        state={state}
        onExecute={onExecute}
        onClose={onCloseDialog}
        onAskOutcome={check}
        onStopWaiting={onStopWaiting}
      />
    </>
  );
}
