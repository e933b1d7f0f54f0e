import type { Dispatch, SetStateAction } from 'react';
import type { Id } from '#contract/wire.ts';
import { CancellationDialogs } from './cancellation/cancellation-dialogs.tsx';
import type { CancellationTarget } from './cancellation/use-read-is-cancelled.ts';
import { RecreationDialog } from './recreation/recreation-dialog.tsx';
import type { RecreationState } from './recreation/recreation-state.ts';

interface DialogsProps {
  /** The purchase to cancel. A new object starts a new check. */
  readonly cancelled: CancellationTarget | null;
  /** Called with the purchase that is being checked for its cancellation. */
  readonly onChecking: (purchaseId: Id | undefined) => void;
  readonly recreation: RecreationState;
  readonly setRecreation: Dispatch<SetStateAction<RecreationState>>;
  readonly reload: () => Promise<unknown>;
  /** Called when a dialog has faded out. */
  readonly onAfterClose: () => void;
}

/** The dialogs of the history (§2): of a cancellation and of a new cart. */
export function Dialogs(props: DialogsProps) {
  const { cancelled, onChecking, recreation, setRecreation, reload, onAfterClose } = props;
  return (
    <>
      <CancellationDialogs wanted={cancelled} reload={reload} onChecking={onChecking} onAfterClose={onAfterClose} />
      <RecreationDialog state={recreation} setState={setRecreation} reload={reload} onAfterClose={onAfterClose} />
    </>
  );
}
