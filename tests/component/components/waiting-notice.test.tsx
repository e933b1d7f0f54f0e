import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { CommandDialogs } from '#src/components/command/command-dialogs.tsx';
import { type CommandState, INITIAL_COMMAND_STATE } from '#src/providers/api/command-reducer.ts';
import { StepProblem } from '#src/pages/sale/step-parts.tsx';
import { renderScreen } from '../render-screen.tsx';

const VERIFYING = 'Verifica in corso';

const TEXTS = {
  notDone: 'Non eseguito',
  unknown: 'Esito sconosciuto',
  verifying: VERIFYING,
  pin: { title: 'PIN', hint: 'Inserisci il PIN' },
  confirmation: { title: 'Conferma', text: 'Confermi?' },
};

const ignore = () => undefined;

test.each(['pin', 'confirmation', null] as const)(
  'rules §2 what is waited for is read out: it comes into a live region that is there already (dialog: %s)',
  async (dialog) => {
    let turnTo: (activity: CommandState['activity']) => void = ignore;
    function Waiting() {
      const [activity, setActivity] = useState<CommandState['activity']>('idle');
      turnTo = setActivity;
      const state = { ...INITIAL_COMMAND_STATE, dialog, activity };
      return (
        <>
          <StepProblem state={state} texts={TEXTS} onVerify={ignore} onStopWaiting={ignore} />
          <CommandDialogs
            state={state}
            texts={TEXTS}
            onExecute={ignore}
            onVerify={ignore}
            onStopWaiting={ignore}
            onClose={ignore}
          />
        </>
      );
    }
    await renderScreen(<Waiting />);
    const before = [...document.querySelectorAll('[aria-live="polite"]')];
    act(() => turnTo('verifying'));
    const region = screen.getByText(VERIFYING).closest('[aria-live]');
    expect(before).toContain(region);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
);
