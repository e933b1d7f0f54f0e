import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { downloadReceipt } from '#contract/calls/purchases.ts';
import type { CartSummary } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { useDownload } from '#src/providers/data/use-download.ts';
import { useReceiptTexts } from '../receipt-texts.ts';
import { Notice } from './notice.tsx';

interface UnfinishedCartProps {
  readonly cart: CartSummary;
  /** Whose cart it is, where that is known: another server need not say (decisions §1). */
  readonly patient: Patient | undefined;
  readonly onResume: (patient: Patient) => void;
  readonly onDrop: () => void;
}

/** Offers the cart that was left before, or its receipt when the purchase went through after all (decisions §1, §3). */
export function UnfinishedCart({ cart, patient, onResume, onDrop }: UnfinishedCartProps) {
  const translate = useTranslate();
  if (cart.purchaseId !== undefined) return <FinishedAfterAll purchaseId={cart.purchaseId} onDrop={onDrop} />;

  const name = [patient?.firstName, patient?.lastName].filter(Boolean).join(' ');
  return (
    <Notice
      type="info"
      title={translate('patients:unfinished.title')}
      text={translate(patient ? 'patients:unfinished.offer' : 'patients:unfinished.findAgain', {
        name,
        n: cart.items.length,
        total: formatTotal(cart.itemsAmount),
      })}
    >
      {patient && (
        <Button type="primary" onClick={() => onResume(patient)}>
          {translate('patients:unfinished.resume')}
        </Button>
      )}
      <Button onClick={onDrop}>{translate('patients:unfinished.drop')}</Button>
    </Notice>
  );
}

function FinishedAfterAll({ purchaseId, onDrop }: { readonly purchaseId: Id; readonly onDrop: () => void }) {
  const translate = useTranslate();
  const texts = useReceiptTexts();
  const { download, isDownloading } = useDownload(downloadReceipt);
  return (
    <Notice
      type="success"
      title={translate('patients:unfinished.bought.title')}
      text={translate('patients:unfinished.bought.text')}
    >
      <Button type="primary" loading={isDownloading} onClick={() => void download({ params: { purchaseId } }, texts)}>
        {translate('patients:print')}
      </Button>
      <Button onClick={onDrop}>{translate('patients:unfinished.close')}</Button>
    </Notice>
  );
}
