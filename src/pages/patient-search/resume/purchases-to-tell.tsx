import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { BoughtAfterAll } from './bought-after-all.tsx';
import { Notice } from './notice.tsx';
import type { PurchasesToTell as Told } from './use-purchases-to-tell.ts';

type PurchasesToTellProps = Pick<Told, 'purchases' | 'ask' | 'close'>;

/** What became of the purchases whose outcome was not told: bought, with the receipt, or not known yet (decisions §2). */
export function PurchasesToTell({ purchases, ask, close }: PurchasesToTellProps) {
  const translate = useTranslate();
  return purchases.map(({ cartId, finding }) => {
    if (finding.kind === 'bought') {
      const { cart } = finding;
      if (cart.purchaseId === undefined) return null;
      return (
        <BoughtAfterAll
          key={cartId}
          cart={cart}
          purchaseId={cart.purchaseId}
          patient={cart.patient}
          onClose={() => close(cartId)}
        />
      );
    }
    const { kind } = finding;
    const isAsking = kind === 'asking';
    return (
      <Notice
        key={cartId}
        type={isAsking ? 'info' : 'warning'}
        title={translate(isAsking ? 'patients:inDoubt.asking' : 'patients:inDoubt.title')}
        text={isAsking ? '' : translate(`patients:inDoubt.${kind === 'underWay' ? 'underWay' : 'text'}`)}
      >
        <ActionButton type="primary" loading={isAsking} onClick={() => ask(cartId)}>
          {translate('common:unknownOutcome.verify')}
        </ActionButton>
        {kind === 'unknown' && <Button onClick={() => close(cartId)}>{translate('patients:unfinished.close')}</Button>}
      </Notice>
    );
  });
}
