import { useTranslate } from '@refinedev/core';
import { OutcomeQuestion } from '#src/components/lost-answer/outcome-question.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import type { Obstacle } from '../stepper-state.ts';

interface ObstacleMessageProps {
  readonly obstacle: Obstacle;
  /** Finds out what became of the command whose answer was lost. */
  readonly onAskOutcome: () => void;
}

/** An obstacle is an error only where something is known to have failed. */
export function obstacleTone({ kind }: Obstacle): 'error' | 'warning' {
  return kind === 'refused' ? 'error' : 'warning';
}

/** What stands in the way and what to do next, in the dialog or in the step (decisions §2). */
export function ObstacleMessage({ obstacle, onAskOutcome }: ObstacleMessageProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  switch (obstacle.kind) {
    case 'refused':
      return errorText(obstacle.refusal);
    case 'notBought':
      return translate('sale:obstacle.notBought');
    case 'cartInDoubt':
    case 'purchaseInDoubt':
      return <OutcomeQuestion text={translate(`sale:obstacle.${obstacle.kind}`)} onAsk={onAskOutcome} />;
  }
}
