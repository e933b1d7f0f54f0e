import { Alert } from 'antd';
import { ProblemMessage, type ProblemTexts, problemTone } from '#src/components/command-dialogs/problem-message.tsx';
import { WaitingNotice } from '#src/components/command-dialogs/waiting-notice.tsx';
import type { CommandState } from '#src/hooks/two-phase-command/command-reducer.ts';

interface StepProblemProps {
  readonly command: CommandState;
  readonly texts: ProblemTexts;
  readonly onVerify: () => void;
  readonly onStopWaiting: () => void;
}

/** The problem of a step, unless a dialog or an alert shows it; and the notice about a running wait. */
export function StepProblem({ command, texts, onVerify, onStopWaiting }: StepProblemProps) {
  const { problem, dialog, activity } = command;
  const isSaid = dialog !== null || (problem?.kind === 'refused' && problem.refusal.shown);
  return (
    <>
      <WaitingNotice
        activity={dialog ? 'idle' : activity}
        text={activity === 'verifying' ? texts.verifying : undefined}
        onStop={onStopWaiting}
      />
      {problem && !isSaid && activity === 'idle' && (
        <Alert
          type={problemTone(problem)}
          showIcon
          message={<ProblemMessage problem={problem} texts={texts} onVerify={onVerify} />}
        />
      )}
    </>
  );
}
