import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { OutcomeQuestion } from '#src/components/command-dialogs/outcome-question.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { NamedPurchases } from './named-purchases.tsx';
import type { CreationOutcome } from './use-order-creation.ts';

interface OutcomeMessageProps {
  readonly outcome: CreationOutcome;
  readonly onVerify: () => void;
}

/** Why the orders were not created as they were asked for, and what to do next (§8, decisions §2). It comes into sight. */
export function OutcomeMessage({ outcome, onVerify }: OutcomeMessageProps) {
  const { problem, fallenOut, leavesOthers } = outcome;
  const translate = useTranslate();
  const errorText = useErrorText();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  function withNames(text: string | null): ReactNode {
    if (fallenOut.length === 0) return text;
    return (
      <>
        {text}
        <NamedPurchases purchases={fallenOut} />
        {leavesOthers && translate('amc-orders:outcome.restSelected')}
      </>
    );
  }

  function detail(): ReactNode {
    switch (problem.kind) {
      case 'refused':
        return withNames(problem.refusal.shown ? null : errorText(problem.refusal));
      case 'notDone':
        return withNames(translate(`amc-orders:outcome.${fallenOut.length === 0 ? 'notOrdered' : 'fallenOut'}`));
      case 'unknown':
        return <OutcomeQuestion text={translate('amc-orders:outcome.unknown')} onVerify={onVerify} />;
    }
  }

  return (
    <div ref={place}>
      {problem.kind === 'refused' ? (
        <Alert type="error" showIcon message={translate('amc-orders:failed')} description={detail()} />
      ) : (
        <Alert type="warning" showIcon message={detail()} />
      )}
    </div>
  );
}
