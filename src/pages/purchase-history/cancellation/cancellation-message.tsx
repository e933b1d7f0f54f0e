import { useTranslate } from '@refinedev/core';
import { OutcomeQuestion } from '#src/components/lost-answer/outcome-question.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import type { CancellationObstacle } from './cancellation-state.ts';

interface CancellationMessageProps {
  readonly obstacle: CancellationObstacle;
  readonly onAskOutcome: () => void;
}

/** What stands in the way of a storno and what to do next (decisions §2). */
export function CancellationMessage({ obstacle, onAskOutcome }: CancellationMessageProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  switch (obstacle.kind) {
    case 'refused':
      return errorText(obstacle.refusal);
    case 'notCancelled':
      return translate('purchases:cancellation.notCancelled');
    case 'inDoubt':
      return <OutcomeQuestion text={translate('purchases:cancellation.inDoubt')} onAsk={onAskOutcome} />;
  }
}
