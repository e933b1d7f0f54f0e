import type { KeyboardEvent, MouseEvent } from 'react';

export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** Keeps a held Enter from pressing the focused element again and again. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
