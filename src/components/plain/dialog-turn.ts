import { useLayoutEffect, useState } from 'react';
import { create } from 'zustand';

/** A dialog that is open or waits to open. */
interface Turn {
  readonly of: object;
  readonly isShown: boolean;
}

/** In the order in which they came. */
const useTurns = create<readonly Turn[]>(() => []);

function come(of: object, isAbove: boolean): void {
  useTurns.setState((turns) => [...turns, { of, isShown: isAbove || !turns.some(({ isShown }) => isShown) }], true);
}

function go(of: object): void {
  useTurns.setState((turns) => {
    const left = turns.filter((turn) => turn.of !== of);
    if (left.some(({ isShown }) => isShown)) return left;
    return left.map((turn, index) => (index === 0 ? { ...turn, isShown: true } : turn));
  }, true);
}

/**
 * The only gate through which a dialog opens, so that none opens over another one when an answer comes late: it waits
 * until the other one is gone.
 * @param isWanted from when the dialog asks for its turn until nothing of it is left on the screen
 * @param isAbove whether it opens at once, over whatever is open: for what time or the browser's Back asks
 */
export function useDialogTurn(isWanted: boolean, isAbove = false) {
  const [of] = useState(() => ({}));
  useLayoutEffect(() => {
    if (!isWanted) return undefined;
    come(of, isAbove);
    return () => go(of);
  }, [of, isWanted, isAbove]);
  return {
    isShown: useTurns((turns) => turns.some((turn) => turn.of === of && turn.isShown)),
    /** Whether no other dialog lies over it, so that a key is meant for it. */
    isOnTop: () => useTurns.getState().findLast(({ isShown }) => isShown)?.of === of,
  };
}
