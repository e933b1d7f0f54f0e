import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Voucher } from '#contract/entities/voucher.ts';
import type { NewSale } from '#src/components/handover/sale-start.ts';
import { CommandDialogs } from '#src/components/command-dialogs/command-dialogs.tsx';
import { StatusChip } from '#src/components/status-chip/status-chip.tsx';
import { dossierStatus, practiceType, voucherStatus } from '../../patient-facts.ts';
import { usePracticeLabels } from '../../practice-labels.ts';
import type { CartTarget, SaleState } from '../sale-reducer.ts';
import { StepNavigation } from '../step-navigation.tsx';
import { StepProblem } from '../step-problem.tsx';
import { useCommandTexts } from '../use-command-texts.ts';
import { BeneficiaryCard } from '../summary-step/beneficiary-card.tsx';
import { HistoryButton } from './history-button.tsx';
import { VoucherChoice } from './voucher-choice.tsx';

interface BeneficiaryStepProps {
  readonly state: SaleState;
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
  const texts = useCommandTexts('cart');
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
      <StepProblem command={state.command} texts={texts} onVerify={check} onStopWaiting={onStopWaiting} />
      <StepNavigation state={state} mainButton={forwardButton} onForward={check} />
      <CommandDialogs
        state={state.command}
        texts={texts}
        onExecute={onExecute}
        onClose={onCloseDialog}
        onVerify={check}
        onStopWaiting={onStopWaiting}
      />
    </>
  );
}
