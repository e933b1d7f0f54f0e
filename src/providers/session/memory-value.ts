import { isSignedIn, onTokensChange } from './tokens.ts';

/** One value of this page's memory. */
interface MemoryValue<T> {
  readonly read: () => T | null;
  readonly write: (value: T) => void;
  readonly remove: () => void;
}

/**
 * A value that a reload and the end of the session forget. What identifies a patient goes from screen to screen in
 * this way alone: never by the URL, by storage or by the browser's history (design §2).
 */
export function memoryValue<T>(): MemoryValue<T> {
  let held: T | null = null;
  const remove = () => {
    held = null;
  };
  onTokensChange(() => {
    if (!isSignedIn()) remove();
  });
  return {
    read: () => held,
    write: (value) => {
      held = value;
    },
    remove,
  };
}
