import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { CartSummary } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { patientName } from '#src/components/patient/patient-name.ts';
import { ReceiptPrinting } from '#src/components/receipt-printing/receipt-printing.tsx';
import { ActionAlert } from './action-alert.tsx';

interface CompletedPurchaseProps {
  readonly cart: CartSummary;
  readonly purchaseId: Id;
  /** The patient, if known: another server may omit it (rules §1). */
  readonly patient: Patient | undefined;
  readonly onClose: () => void;
}

/** A purchase that succeeded although its response was lost, with its receipt (rules §2). */
export function CompletedPurchase({ cart, purchaseId, patient, onClose }: CompletedPurchaseProps) {
  const translate = useTranslate();
  const name = patientName(patient);
  return (
    <ActionAlert
      type="success"
      title={translate('patients:unfinished.bought.title')}
      text={translate(name === '' ? 'patients:unfinished.bought.text' : 'patients:unfinished.bought.textOf', {
        name,
        total: formatTotal(cart.itemsAmount),
      })}
    >
      <ReceiptPrinting purchaseId={purchaseId} />
      <Button onClick={onClose}>{translate('common:close')}</Button>
    </ActionAlert>
  );
}
