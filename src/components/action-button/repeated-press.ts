import type { KeyboardEvent, MouseEvent } from 'react';

/** Whether a click is the second of a double click: what the first began may be over by then. */
export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** Keeps a key that is held down from pressing what has the focus again and again. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
