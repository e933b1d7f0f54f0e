import { createEvent, fireEvent } from '@testing-library/react';

/** In ms: so long ago a scan ends, that what the test does next is no part of it. */
const AGO_MS = 1000;

/** When the last key was pressed. */
let now = 0;

function isField(target: Element): target is HTMLInputElement {
  return target instanceof HTMLInputElement && !target.readOnly;
}

/** Types a character as a browser does: in the place of what is selected. */
function insert(field: HTMLInputElement, character: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const typed = value.slice(0, start ?? value.length) + character + value.slice(end ?? value.length);
  fireEvent.input(field, { target: { value: typed } });
}

/** Presses a key where the focus is, `gap` ms after the last. */
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
 * What a scanner does, wherever the focus is: characters `gap` ms apart by the keys' own time, and Enter. Resolves when
 * the screen has the scan, which is after the next frame.
 */
export async function scanHere(text: string, gap = 20): Promise<void> {
  now = Date.now() - AGO_MS - gap * (text.length + 1);
  for (const character of text) press(character, gap);
  press('Enter', gap);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
