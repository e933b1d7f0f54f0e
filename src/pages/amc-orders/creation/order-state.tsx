import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { formatInstantDashed } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { OutcomeQuestion } from '#src/components/lost-answer/outcome-question.tsx';
import { WaitingNotice } from '#src/components/lost-answer/waiting-notice.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { purchaseKey } from '../selection/selection.ts';
import type { CreationOutcome, LostOrder } from './creation-outcome.ts';
import styles from './creation.module.css';
import type { OrderCreation } from './use-order-creation.ts';

/** Beyond so many names only their number is said. */
const MAX_NAMED = 10;

/** Purchases by name: number, date, total. */
function NamedPurchases({ purchases }: { readonly purchases: readonly PurchaseHeading[] }) {
  const translate = useTranslate();
  const others = purchases.length - MAX_NAMED;
  return (
    <ul className={styles.names}>
      {purchases.slice(0, MAX_NAMED).map(({ purchaseId, createTime, itemsAmount }) => (
        <li key={purchaseKey(purchaseId)}>
          {translate('amc-orders:named', {
            id: purchaseId,
            date: formatInstantDashed(new Date(createTime)),
            total: formatTotal(itemsAmount),
          })}
        </li>
      ))}
      {others > 0 && <li>{translate('amc-orders:others', { count: others })}</li>}
    </ul>
  );
}

interface OutcomeMessageProps {
  readonly outcome: CreationOutcome;
  readonly onAskAgain: (lost: LostOrder) => void;
}

/** Whether the server has said that the orders were not created, and not just failed to answer. */
function isFailed({ kind }: CreationOutcome): boolean {
  return kind === 'failed' || kind === 'refused';
}

/** Why the orders were not created as they were asked for, and what to do next (§8, decisions §2). It comes into sight. */
function OutcomeMessage({ outcome, onAskAgain }: OutcomeMessageProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  function detail(): ReactNode {
    switch (outcome.kind) {
      case 'failed':
        return outcome.error.shown ? null : errorText(outcome.error);
      case 'refused':
        return (
          <>
            {errorText(outcome.error)}
            <NamedPurchases purchases={outcome.purchases} />
            {outcome.leavesOthers && translate('amc-orders:outcome.restSelected')}
          </>
        );
      case 'notOrdered':
        return translate('amc-orders:outcome.notOrdered');
      case 'fallenOut':
        return (
          <>
            {translate('amc-orders:outcome.fallenOut')}
            <NamedPurchases purchases={outcome.purchases} />
            {outcome.leavesOthers && translate('amc-orders:outcome.restSelected')}
          </>
        );
      case 'unknown':
        return <OutcomeQuestion text={translate('amc-orders:outcome.unknown')} onAsk={() => onAskAgain(outcome)} />;
    }
  }

  return (
    <div ref={place}>
      {isFailed(outcome) ? (
        <Alert type="error" showIcon message={translate('amc-orders:failed')} description={detail()} />
      ) : (
        <Alert type="warning" showIcon message={detail()} />
      )}
    </div>
  );
}

/** What is known of the order that was made last, whatever search shows below. */
export function OrderState({ creation }: { readonly creation: OrderCreation }) {
  const { outcome, askAgain, isRunning, activity, stopWaiting } = creation;
  const translate = useTranslate();
  return (
    <>
      {outcome && <OutcomeMessage outcome={outcome} onAskAgain={askAgain} />}
      {isRunning && (
        <WaitingNotice
          key={activity}
          text={activity === 'verifying' ? translate('amc-orders:outcome.verifying') : undefined}
          onStop={stopWaiting}
        />
      )}
    </>
  );
}
