import { createEvent, fireEvent } from '@testing-library/react';

/** How long ago a scan ended, in ms, so that the test's next keys do not belong to it. */
const AGO_MS = 1000;

/** The time of the last key. */
let now = 0;

function isField(target: Element): target is HTMLInputElement {
  return target instanceof HTMLInputElement && !target.readOnly;
}

/** Types a character as a browser does: it replaces the selection. */
function insert(field: HTMLInputElement, character: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const typed = value.slice(0, start ?? value.length) + character + value.slice(end ?? value.length);
  fireEvent.input(field, { target: { value: typed } });
}

/** Presses a key on the focused element, `gap` ms after the last one. */
function press(key: string, gap: number): void {
  now += gap;
  const target = document.activeElement ?? document.body;
  const down = createEvent.keyDown(target, { key });
  Object.defineProperty(down, 'timeStamp', { value: now });
  const isOn = fireEvent(target, down);
  if (isOn && key.length === 1 && isField(target)) insert(target, key);
  if (isOn && (key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement) fireEvent.click(target);
  fireEvent.keyUp(target, { key });
}

/**
 * Scans into the focused element: characters with timestamps `gap` ms apart, then Enter. Resolves after the next frame,
 * when the screen has received the scan.
 */
export async function scanHere(text: string, gap = 20): Promise<void> {
  now = Date.now() - AGO_MS - gap * (text.length + 1);
  for (const character of text) press(character, gap);
  press('Enter', gap);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
