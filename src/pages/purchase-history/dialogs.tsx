import { CancellationDialogs } from './cancellation/cancellation-dialogs.tsx';
import type { Cancellation } from './cancellation/use-cancellation.ts';
import { RecreationDialog } from './recreation/recreation-dialog.tsx';
import type { Recreation } from './recreation/use-recreation.ts';

interface DialogsProps {
  readonly cancellation: Cancellation;
  readonly recreation: Recreation;
  /** A dialog has faded out. */
  readonly onGone: () => void;
}

/** The dialogs of the history (§2): of a cancellation and of a new cart. */
export function Dialogs({ cancellation, recreation, onGone }: DialogsProps) {
  return (
    <>
      <CancellationDialogs cancellation={cancellation} onGone={onGone} />
      <RecreationDialog
        state={recreation.state}
        onConfirm={recreation.confirm}
        onStopWaiting={recreation.stopWaiting}
        onClose={recreation.close}
        onGone={onGone}
      />
    </>
  );
}
