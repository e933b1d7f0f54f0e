import { Alert } from 'antd';
import { WaitingNotice } from '#src/components/lost-answer/waiting-notice.tsx';
import type { StepperState } from '../stepper-state.ts';
import { ObstacleMessage, obstacleTone } from './obstacle-message.tsx';
import { useWaitingText } from './use-waiting-text.ts';

interface StepObstacleProps {
  readonly state: StepperState;
  readonly onAskOutcome: () => void;
  readonly onStopWaiting: () => void;
}

/**
 * An obstacle said in the step itself, while no dialog is open and no alert of the shell says it already; and what the
 * step waits for.
 */
export function StepObstacle({ state, onAskOutcome, onStopWaiting }: StepObstacleProps) {
  const { obstacle, dialog, activity } = state;
  const waitingText = useWaitingText(activity);
  if (dialog) return null;
  if (activity !== 'idle') return <WaitingNotice key={activity} text={waitingText} onStop={onStopWaiting} />;
  const isSaid = obstacle?.kind === 'refused' && obstacle.refusal.shown;
  if (!obstacle || isSaid) return null;
  return (
    <Alert
      type={obstacleTone(obstacle)}
      showIcon
      message={<ObstacleMessage obstacle={obstacle} onAskOutcome={onAskOutcome} />}
    />
  );
}
