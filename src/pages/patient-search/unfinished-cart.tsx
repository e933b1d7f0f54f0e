import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import type { CartSummary } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { patientName } from '#src/components/patient/patient-name.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { ActionAlert } from './action-alert.tsx';
import { CompletedPurchase } from './completed-purchase.tsx';

interface UnfinishedCartProps {
  readonly cart: CartSummary;
  /** The patient of the cart, if known: another server may omit it (rules §1). */
  readonly patient: Patient | undefined;
  readonly onResume: (patient: Patient) => void;
  readonly onDrop: () => void;
}

/** Offers the unfinished cart, or its receipt if the purchase succeeded after all (rules §1, §3). */
export function UnfinishedCart({ cart, patient, onResume, onDrop }: UnfinishedCartProps) {
  const translate = useTranslate();
  const { purchaseId } = cart;
  if (purchaseId !== undefined) {
    return <CompletedPurchase cart={cart} purchaseId={purchaseId} patient={patient} onClose={onDrop} />;
  }

  const name = patientName(patient);
  return (
    <ActionAlert
      type="info"
      title={translate('patients:unfinished.title')}
      text={translate(patient ? 'patients:unfinished.offer' : 'patients:unfinished.findAgain', {
        name,
        n: cart.items.length,
        total: formatTotal(cart.itemsAmount),
      })}
    >
      {patient && (
        <ActionButton type="primary" onClick={() => onResume(patient)}>
          {translate('patients:unfinished.resume')}
        </ActionButton>
      )}
      <Button onClick={onDrop}>{translate('patients:unfinished.drop')}</Button>
    </ActionAlert>
  );
}
