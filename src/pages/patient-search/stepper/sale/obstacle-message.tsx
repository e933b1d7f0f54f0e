import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useErrorText } from '#src/providers/http/use-error-text.ts';
import type { Obstacle } from '../stepper-state.ts';

interface ObstacleMessageProps {
  readonly obstacle: Obstacle;
  /** Asks the server once more what became of the purchase. */
  readonly onAskOutcome?: (() => void) | undefined;
}

/** What went wrong and what to do next, in the dialog or in the step (decisions §2). */
export function ObstacleMessage({ obstacle, onAskOutcome }: ObstacleMessageProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  switch (obstacle.kind) {
    case 'refused':
      return errorText(obstacle.refusal);
    case 'cartInDoubt':
    case 'notBought':
      return translate(`sale:obstacle.${obstacle.kind}`);
    case 'purchaseInDoubt':
      return (
        <>
          {translate('sale:obstacle.purchaseInDoubt')}{' '}
          {onAskOutcome && (
            <Button size="small" onClick={onAskOutcome}>
              {translate('sale:obstacle.ask')}
            </Button>
          )}
        </>
      );
  }
}
