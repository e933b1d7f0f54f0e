import type { Dispatch, SetStateAction } from 'react';
import { CancellationDialogs } from './cancellation/cancellation-dialogs.tsx';
import type { Cancellation } from './cancellation/use-cancellation.ts';
import { RecreationDialog } from './recreation/recreation-dialog.tsx';
import type { RecreationState } from './recreation/recreation-state.ts';

interface DialogsProps {
  readonly cancellation: Cancellation;
  readonly recreation: RecreationState;
  readonly setRecreation: Dispatch<SetStateAction<RecreationState>>;
  /** Loads the list anew. */
  readonly reload: () => Promise<unknown>;
  /** A dialog has faded out. */
  readonly onGone: () => void;
}

/** The dialogs of the history (§2): of a cancellation and of a new cart. */
export function Dialogs({ cancellation, recreation, setRecreation, reload, onGone }: DialogsProps) {
  return (
    <>
      <CancellationDialogs cancellation={cancellation} onGone={onGone} />
      <RecreationDialog state={recreation} setState={setRecreation} reload={reload} onGone={onGone} />
    </>
  );
}
