import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { ActionAlert } from './action-alert.tsx';
import { CompletedPurchase } from './completed-purchase.tsx';
import type { PurchaseOutcomes as Outcomes } from './use-purchase-outcomes.ts';

type PurchaseOutcomesProps = Pick<Outcomes, 'purchases' | 'verify' | 'close'>;

/** The purchases with an unknown outcome: bought, with the receipt, or still unknown (rules §2). */
export function PurchaseOutcomes({ purchases, verify, close }: PurchaseOutcomesProps) {
  const translate = useTranslate();
  return purchases.map(({ cartId, outcome }) => {
    if (outcome.kind === 'bought') {
      const { cart } = outcome;
      if (cart.purchaseId === undefined) return null;
      return (
        <CompletedPurchase
          key={cartId}
          cart={cart}
          purchaseId={cart.purchaseId}
          patient={cart.patient}
          onClose={() => close(cartId)}
        />
      );
    }
    const { kind } = outcome;
    const isVerifying = kind === 'verifying';
    return (
      <ActionAlert
        key={cartId}
        type={isVerifying ? 'info' : 'warning'}
        title={translate(isVerifying ? 'patients:unknownOutcome.verifying' : 'patients:unknownOutcome.title')}
        text={isVerifying ? '' : translate(`patients:unknownOutcome.${kind === 'underway' ? 'underway' : 'text'}`)}
      >
        <ActionButton type="primary" loading={isVerifying} onClick={() => verify(cartId)}>
          {translate('common:unknownOutcome.verify')}
        </ActionButton>
        {kind === 'unknown' && <Button onClick={() => close(cartId)}>{translate('common:close')}</Button>}
      </ActionAlert>
    );
  });
}
