import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { OutcomeQuestion } from '#src/components/lost-answer/outcome-question.tsx';
import { useErrorText } from '#src/providers/http/use-error-text.ts';
import type { CreationOutcome, LostOrder } from './creation-outcome.ts';
import { NamedPurchases } from './named-purchases.tsx';

interface OutcomeMessageProps {
  readonly outcome: CreationOutcome;
  readonly onAskAgain: (lost: LostOrder) => void;
}

/** Whether the server has said that the orders were not created, and not just failed to answer. */
function isFailed({ kind }: CreationOutcome): boolean {
  return kind === 'failed' || kind === 'refused';
}

/** Why the orders were not created as they were asked for, and what to do next (§8, decisions §2). It comes into sight. */
export function OutcomeMessage({ outcome, onAskAgain }: OutcomeMessageProps) {
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
