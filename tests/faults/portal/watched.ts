import { useEffect } from 'react';

/** The state of a mounted screen, for a scenario to read. */
export interface Watched<T> {
  /** Records the state; a hook for every render. */
  readonly useShown: (shown: T) => void;
  /** The last rendered state. */
  readonly now: () => T;
  /** Waits for a state and returns it. */
  readonly until: (isWanted: (shown: T) => boolean) => Promise<T>;
}

/** Upper limit in ms for a state that never comes. */
const TIMEOUT_MS = 60_000;

/** Creates the record for a screen that will be mounted. */
export function watch<T>(): Watched<T> {
  let current: T | undefined;
  const looks = new Set<() => void>();

  function now(): T {
    if (current === undefined) throw new Error('nothing is shown');
    return current;
  }

  return {
    useShown: (shown) => {
      // Runs after the screen's own effects, so that what they start is already running when the scenario reads the
      // state.
      useEffect(() => {
        current = shown;
        for (const look of looks) look();
        return () => {
          current = undefined;
        };
      });
    },
    now,
    until: (isWanted) =>
      new Promise((resolve, reject) => {
        function end(): void {
          clearTimeout(timer);
          looks.delete(look);
        }
        function look(): void {
          if (current === undefined || !isWanted(current)) return;
          end();
          resolve(current);
        }
        const timer = setTimeout(() => {
          end();
          reject(new Error(`still shown: ${JSON.stringify(current)}`));
        }, TIMEOUT_MS);
        looks.add(look);
        look();
      }),
  };
}
