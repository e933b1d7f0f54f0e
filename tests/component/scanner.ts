import { createEvent, fireEvent } from '@testing-library/react';

/** How long ago a scan ended, in ms, so that the test's next keys do not belong to it. */
const AGO_MS = 60_000;
/** Between two scans, in ms. */
const PAUSE_MS = 500;

/** The key that a scanner sends behind a code. `CR+LF` is Enter and Ctrl+J. */
export type Ending = 'Enter' | 'Tab' | 'CR+LF' | 'LF' | 'none';

interface Pace {
  /** Time between two keys, in ms. */
  readonly gap?: number;
  /** The times before each key, in turn, in place of `gap`. */
  readonly gaps?: readonly number[];
  readonly ending?: Ending;
  /** A keyboard of a phone does not name its keys. */
  readonly isUnnamed?: boolean;
}

/** The time of the last key. */
let now = 0;

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: Element): target is Field {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.readOnly;
}

/** Types a text as a browser does: it replaces the selection. */
export function insert(field: Field, text: string, inputType = 'insertText'): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const typed = value.slice(0, start ?? value.length) + text + value.slice(end ?? value.length);
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  field.dispatchEvent(new InputEvent('beforeinput', { bubbles: true, cancelable: true, data: text, inputType }));
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed);
  fireEvent(field, new InputEvent('input', { bubbles: true, data: text, inputType }));
}

/** Presses a key on the focused element, `gap` ms after the last one; `false` if the portal kept it for itself. */
export function press(key: string, gap: number, init: KeyboardEventInit = {}, named = key): boolean {
  now += gap;
  const target = document.activeElement ?? document.body;
  const down = createEvent.keyDown(target, { key: named, ...init });
  Object.defineProperty(down, 'timeStamp', { value: now });
  const isOn = fireEvent(target, down);
  const isPlain = init.ctrlKey !== true && init.altKey !== true;
  if (isOn && isPlain && key.length === 1 && isField(target)) insert(target, key);
  if (isOn && (key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement) fireEvent.click(target);
  fireEvent.keyUp(target, { key });
  return isOn;
}

/** Forgets the scans of the last test: many of them would be ahead of the clock. */
export function resetScanner(): void {
  now = 0;
}

/** The next key comes a while after the last one. */
export function pause(): void {
  now = Math.max(now + PAUSE_MS, Date.now() - AGO_MS);
}

/** The keys of an ending; false if the portal took them. */
function end(ending: Ending, gap: number): boolean {
  if (ending === 'none') return true;
  if (ending === 'LF') return press('j', gap, { ctrlKey: true, code: 'KeyJ' });
  const isOn = press(ending === 'Tab' ? 'Tab' : 'Enter', gap);
  return ending === 'CR+LF' ? press('j', gap, { ctrlKey: true, code: 'KeyJ' }) : isOn;
}

/** Scans into the focused element at any pace and with any ending. Returns whether the ending went on to the page. */
export function scanAt(
  text: string,
  { gap = 20, gaps = [gap], ending = 'Enter', isUnnamed = false }: Pace = {},
): boolean {
  pause();
  Array.from(text).forEach((character, index) => {
    const wait = gaps[index % gaps.length] ?? gap;
    if (character === '\u001d') press(']', wait, { ctrlKey: true, code: 'BracketRight' });
    else press(character, wait, {}, isUnnamed ? 'Unidentified' : character);
  });
  return end(ending, gap);
}

/**
 * Scans into the focused element: characters with timestamps `gap` ms apart, then Enter. Resolves after the next frame,
 * when the screen shows the scan.
 */
export async function scanHere(text: string, gap = 20): Promise<void> {
  scanAt(text, { gap });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
