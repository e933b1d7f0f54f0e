import { useEffect } from 'react';

/** What a mounted screen shows, for a scenario that looks at it. */
export interface Watched<T> {
  /** To be called with every rendering. */
  readonly useShown: (shown: T) => void;
  /** What was rendered last. */
  readonly now: () => T;
  /** Waits until what is shown is as wanted, and answers it. */
  readonly until: (isWanted: (shown: T) => boolean) => Promise<T>;
}

/** For what never comes, not a time that anything takes. */
const TIMEOUT_MS = 60_000;

/** Starts watching a screen that is about to be mounted. */
export function watch<T>(): Watched<T> {
  let current: T | undefined;
  const looks = new Set<() => void>();

  function now(): T {
    if (current === undefined) throw new Error('nothing is shown');
    return current;
  }

  return {
    useShown: (shown) => {
      // After the effects of the screen itself: what they have begun is under way when the scenario looks.
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
