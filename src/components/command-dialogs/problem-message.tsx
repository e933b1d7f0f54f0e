import type { CommandProblem } from '#src/hooks/two-phase-command/command-reducer.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { AttemptsLeft } from './attempts-left.tsx';
import { OutcomeQuestion } from './outcome-question.tsx';

/** The translated texts for a lost response to a command. */
export interface ProblemTexts {
  readonly notDone: string;
  readonly unknown: string;
  /** Names the code, because the texts for a wrong or locked one speak of a PIN (§8). */
  readonly wrongCode?: string;
  /** Shown while the outcome is being checked. */
  readonly verifying: string;
}

const REFUSED_CODE: readonly string[] = ['TRANSACTION_WRONG_OTP', 'TRANSACTION_LOCKED'];

interface ProblemMessageProps {
  readonly problem: CommandProblem;
  readonly texts: ProblemTexts;
  readonly onVerify: () => void;
}

/** 'error' only if something is known to have failed. */
export function problemTone({ kind }: CommandProblem): 'error' | 'warning' {
  return kind === 'refused' ? 'error' : 'warning';
}

/** What blocks the command and what to do next, in the dialog or on the screen (rules §2). */
export function ProblemMessage({ problem, texts, onVerify }: ProblemMessageProps) {
  const errorText = useErrorText();
  switch (problem.kind) {
    case 'refused': {
      const { refusal } = problem;
      return (
        <>
          <span>{errorText(refusal)}</span>
          {texts.wrongCode !== undefined && REFUSED_CODE.includes(refusal.description) && <p>{texts.wrongCode}</p>}
          <AttemptsLeft refusal={refusal} />
        </>
      );
    }
    case 'notDone':
      return texts.notDone;
    case 'unknown':
      return <OutcomeQuestion text={texts.unknown} onVerify={onVerify} />;
  }
}
