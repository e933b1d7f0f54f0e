import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { formatInstantDashed } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { OutcomeQuestion } from '#src/components/command-dialogs/outcome-question.tsx';
import { WaitingNotice } from '#src/components/command-dialogs/waiting-notice.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { purchaseKey } from '../selection/selection.ts';
import styles from './creation.module.css';
import { CreatedOrders } from './created-orders.tsx';
import type { CreationOutcome, OrderCreation } from './use-order-creation.ts';

/** Longer lists of purchases show only their number. */
const MAX_NAMED = 10;

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
      {others > 0 && <li>{translate('amc-orders:others', { count: others, n: formatCount(others) })}</li>}
    </ul>
  );
}

interface OutcomeMessageProps {
  readonly outcome: CreationOutcome;
  readonly onVerify: () => void;
}

/** Why the orders were not created as requested, and what to do next (§8, rules §2). Scrolls into view. */
function OutcomeMessage({ outcome, onVerify }: OutcomeMessageProps) {
  const { problem, unavailable, leavesOthers } = outcome;
  const translate = useTranslate();
  const errorText = useErrorText();
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  function withNames(text: string | null): ReactNode {
    if (unavailable.length === 0) return text;
    return (
      <>
        {text}
        <NamedPurchases purchases={unavailable} />
        {leavesOthers && translate('amc-orders:outcome.restSelected')}
      </>
    );
  }

  function detail(): ReactNode {
    switch (problem.kind) {
      case 'refused':
        return withNames(problem.refusal.shown ? null : errorText(problem.refusal));
      case 'notDone':
        return withNames(translate(`amc-orders:outcome.${unavailable.length === 0 ? 'notOrdered' : 'unavailable'}`));
      case 'unknown':
        return <OutcomeQuestion text={translate('amc-orders:outcome.unknown')} onVerify={onVerify} />;
    }
  }

  return (
    <div ref={container}>
      {problem.kind === 'refused' ? (
        <Alert type="error" showIcon message={translate('amc-orders:failed')} description={detail()} />
      ) : (
        <Alert type="warning" showIcon message={detail()} />
      )}
    </div>
  );
}

/** The state of the last order. A new search keeps it. */
export function OrderState({ creation }: { readonly creation: OrderCreation }) {
  const { created, outcome, verify, activity, stopWaiting } = creation;
  const translate = useTranslate();
  return (
    <>
      {created && created.orders.length > 0 && <CreatedOrders {...created} />}
      {outcome && <OutcomeMessage outcome={outcome} onVerify={verify} />}
      <WaitingNotice
        activity={activity}
        text={activity === 'verifying' ? translate('amc-orders:outcome.verifying') : undefined}
        onStop={stopWaiting}
      />
    </>
  );
}
