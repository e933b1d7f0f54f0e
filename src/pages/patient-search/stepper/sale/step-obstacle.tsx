import { Alert } from 'antd';
import type { StepperState } from '../stepper-state.ts';
import { ObstacleMessage } from './obstacle-message.tsx';

interface StepObstacleProps {
  readonly state: StepperState;
  readonly onAskOutcome?: () => void;
}

/** An obstacle said in the step itself, while no dialog is open and no alert of the shell says it already. */
export function StepObstacle({ state: { obstacle, dialog }, onAskOutcome }: StepObstacleProps) {
  const isSaid = obstacle?.kind === 'refused' && obstacle.refusal.shown;
  if (!obstacle || dialog || isSaid) return null;
  return <Alert type="error" showIcon message={<ObstacleMessage obstacle={obstacle} onAskOutcome={onAskOutcome} />} />;
}
