import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useErrorText } from '#src/providers/http/use-error-text.ts';
import type { CancellationObstacle } from './cancellation-state.ts';

interface CancellationMessageProps {
  readonly obstacle: CancellationObstacle;
  readonly onAskOutcome: () => void;
}

/** What went wrong with a storno and what to do next (decisions §2). */
export function CancellationMessage({ obstacle, onAskOutcome }: CancellationMessageProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  switch (obstacle.kind) {
    case 'refused':
      return errorText(obstacle.refusal);
    case 'notCancelled':
      return translate('purchases:cancellation.notCancelled');
    case 'inDoubt':
      return (
        <>
          {translate('purchases:cancellation.inDoubt')}{' '}
          <Button size="small" onClick={onAskOutcome}>
            {translate('purchases:cancellation.ask')}
          </Button>
        </>
      );
  }
}
