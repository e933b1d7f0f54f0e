import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useErrorText } from '#src/providers/http/use-error-text.ts';
import type { CreationOutcome } from './creation-outcome.ts';
import { NamedPurchases } from './named-purchases.tsx';

interface OutcomeMessageProps {
  readonly outcome: CreationOutcome;
  readonly isAsking: boolean;
  readonly onAskAgain: (chosen: Extract<CreationOutcome, { kind: 'unknown' }>['chosen']) => void;
}

/** Why the orders were not created as they were asked for, and what to do next (§8, decisions §2). It comes into sight. */
export function OutcomeMessage({ outcome, isAsking, onAskAgain }: OutcomeMessageProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [outcome]);

  function detail(): ReactNode {
    switch (outcome.kind) {
      case 'failed':
        return outcome.error.shown ? null : errorText(outcome.error);
      case 'refused':
        return (
          <>
            {errorText(outcome.error)}
            <NamedPurchases purchases={outcome.purchases} />
            {translate('amc-orders:outcome.restSelected')}
          </>
        );
      case 'notOrdered':
        return translate('amc-orders:outcome.notOrdered');
      case 'partlyOrdered':
        return (
          <>
            {translate('amc-orders:outcome.partlyOrdered')}
            <NamedPurchases purchases={outcome.purchases} />
            {translate('amc-orders:outcome.restSelected')}
          </>
        );
      case 'unknown':
        return (
          <>
            {translate('amc-orders:outcome.unknown')}{' '}
            <Button size="small" loading={isAsking} onClick={() => onAskAgain(outcome.chosen)}>
              {translate('amc-orders:outcome.ask')}
            </Button>
          </>
        );
    }
  }

  return (
    <div ref={place}>
      <Alert type="error" showIcon message={translate('amc-orders:failed')} description={detail()} />
    </div>
  );
}
