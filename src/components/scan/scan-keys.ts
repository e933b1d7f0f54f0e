import { isGtin } from '#contract/rules/product-code.ts';
import { readScan } from './read-scan.ts';

/** The longest time between two keys of a scanner, in ms. Hardly anybody types so fast. */
const KEY_GAP_MS = 35;
/** On a busy machine one key may come this late, in ms, and the next keys earlier. */
const LATE_KEY_MS = 100;
/** Longest time before the Enter, in ms. */
const ENTER_GAP_MS = 250;
/** React gets held characters this long after the last one, in ms. */
const HOLD_MS = 2 * KEY_GAP_MS;
/** Some scanners send two Enters within this time, in ms. */
const SECOND_ENTER_MS = 15;
/** The screen gets a scan after the next frame, but at the latest after this time, in ms: a hidden window renders no frame. */
const HAND_ON_MS = 300;
const MIN_LENGTH = 6;
/** Letters and digits with at least one digit, or the track of a card with separators. */
const CODE = /^([%;].*|(?=.*\d)[a-z\d]+|(?=.*\d).*[a-z\d]{16}.*)$/i;

/** Fields for a PIN or another code, into which a scanner may read one. */
const SECRET = 'input[type="password"], [autocomplete="one-time-code"]';
const TEXT_FIELD =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, [contenteditable="true"]';
/** Events, besides keys, after which other code reads the values of fields or changes the screen. */
const ACTIONS = ['pointerdown', 'click', 'focusout', 'submit'] as const;
/** Its list follows the characters, and must not change under a press that comes right after them. */
const SEARCH = '[role="combobox"]';
/** A scanner presses them for a capital letter. */
const MODIFIERS = new Set(['Shift', 'CapsLock']);

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field before the first character of a scan. */
interface Untouched {
  readonly value: string;
  /** The selection; null if the field has none. */
  readonly start: number | null;
  readonly end: number | null;
}

interface Run {
  text: string;
  firstAt: number;
  /** Time stamp of the last key event, which a busy page does not delay. */
  lastAt: number;
  /** Time at which the listener ran. */
  heardAt: number;
  /** Whether the last character came as fast as a scanner's. */
  isFast: boolean;
  readonly fields: Map<Field, Untouched>;
}

function newRun(): Run {
  return { text: '', firstAt: -Infinity, lastAt: -Infinity, heardAt: -Infinity, isFast: false, fields: new Map() };
}

let run = newRun();

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function matches(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.matches(selector);
}

/** What is no PIN, a further track of a card too: five packs read into its field would lock it. */
function isPackOrCard(text: string): boolean {
  const { kind, code } = readScan(text);
  return kind !== 'product' || isGtin(code);
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Sets a field's value as a browser does, so that React notices the change with the next input event. */
function setValue(field: Field, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

/** Restores a field's value and selection. */
function restore(field: Field, { value, start, end }: Untouched): void {
  if (!field.isConnected || field.value === value) return;
  setValue(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (document.activeElement !== field) return;
  if (start === null) field.select();
  else field.setSelectionRange(start, end);
}

interface Held {
  readonly field: Field;
  /** With the characters that React does not know yet. */
  readonly value: string;
  /** The place of the caret; null if the field has none. */
  readonly end: number | null;
  readonly timer: number;
}

let held: Held | undefined;

/** A render in the meantime may have taken back what React does not know. */
function keepHeld(): void {
  if (!held || held.field.value === held.value) return;
  setValue(held.field, held.value);
  if (held.end !== null && document.activeElement === held.field) held.field.setSelectionRange(held.end, held.end);
}

/** Tells React what it does not know yet. */
function release(): void {
  if (!held) return;
  keepHeld();
  const { field, timer } = held;
  held = undefined;
  clearTimeout(timer);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Characters of a scan come faster than a slow computer renders them: the field shows them, and React gets them
 * when no more come, or never if the scan is complete.
 */
function hold(event: Event): void {
  const { target, isTrusted } = event;
  // The events of `release` and `restore` must reach React.
  if (!isTrusted || !run.isFast || !isField(target) || !run.fields.has(target) || target.matches(SEARCH)) return;
  event.stopImmediatePropagation();
  clearTimeout(held?.timer);
  const timer = window.setTimeout(release, HOLD_MS);
  held = { field: target, value: target.value, end: target.selectionEnd, timer };
}

/** Gives the screen the scan that it does not have yet. */
let deliver: (() => void) | undefined;

function handOn(): void {
  const scanned = deliver;
  deliver = undefined;
  scanned?.();
}

/** Whatever the user does next must meet the page as if nothing had been delayed. */
function settle(): void {
  handOn();
  release();
}

function addCharacter(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event;
  const gap = Math.abs(timeStamp - run.lastAt);
  const isFast = gap <= KEY_GAP_MS;
  if (!isFast) release();
  if (gap > LATE_KEY_MS) run = { ...newRun(), firstAt: timeStamp };
  if (isField(target) && !run.fields.has(target)) {
    run.fields.set(target, { value: target.value, start: target.selectionStart, end: target.selectionEnd });
  }
  run.text += key;
  run.lastAt = timeStamp;
  run.heardAt = performance.now();
  run.isFast = isFast;
  // A space would press a button, and '?' would open the list of shortcuts.
  if (isFast && !matches(target, TEXT_FIELD)) swallow(event);
}

/**
 * Listens for scans, wherever the focus is: a code of at least six characters, at most 35 ms apart, then Enter. Words,
 * dates and amounts are no codes. The Enter presses nothing, and the characters are removed from a field. In a PIN field
 * only a pack or a card is a scan. React learns late of characters that come so fast, and the screen gets the scan
 * after the next frame, but both before anything else happens. All listeners are on the document: React's are below it.
 * @returns stops listening
 */
export function listenForScans(onScan: (text: string) => void): () => void {
  let endedAt = -Infinity;
  // Keys typed before the listener started never get their Enter.
  run = newRun();

  function hearEnter(event: KeyboardEvent): void {
    const { text, firstAt, lastAt, fields } = run;
    const { target, timeStamp } = event;
    run = newRun();
    const isFastOnAverage = lastAt - firstAt <= KEY_GAP_MS * (text.length - 1);
    // The focus may have moved on before the Enter.
    const isSecret = [target, ...fields.keys()].some((field) => matches(field, SECRET));
    const isCode = isSecret ? isPackOrCard(text) : CODE.test(text.trim());
    if (text.length >= MIN_LENGTH && isCode && isFastOnAverage && timeStamp - lastAt <= ENTER_GAP_MS) {
      swallow(event);
      endedAt = timeStamp;
      clearTimeout(held?.timer);
      held = undefined;
      fields.forEach((untouched, field) => restore(field, untouched));
      deliver = () => onScan(text);
      // What a scan sets going takes a slow computer 200 ms: the page is drawn without the characters first.
      requestAnimationFrame(() => setTimeout(handOn));
      setTimeout(handOn, HAND_ON_MS);
      return;
    }
    release();
    if (text === '' && timeStamp - endedAt <= SECOND_ENTER_MS) swallow(event);
  }

  function endRun(): void {
    release();
    run = newRun();
  }

  function listen(event: KeyboardEvent): void {
    const { key, repeat, ctrlKey, altKey, metaKey } = event;
    if (MODIFIERS.has(key)) return;
    handOn();
    if (repeat || ctrlKey || altKey || metaKey) endRun();
    else if (key === 'Enter') hearEnter(event);
    else if (key.length === 1) addCharacter(event);
    else endRun();
  }

  document.addEventListener('keydown', listen, true);
  document.addEventListener('beforeinput', keepHeld, true);
  document.addEventListener('input', hold, true);
  for (const event of ACTIONS) document.addEventListener(event, settle, true);
  return () => {
    document.removeEventListener('keydown', listen, true);
    document.removeEventListener('beforeinput', keepHeld, true);
    document.removeEventListener('input', hold, true);
    for (const event of ACTIONS) document.removeEventListener(event, settle, true);
    settle();
  };
}

/** How long the current scan may still go on, in ms. */
function msLeft(): number {
  const gap = run.text.length < MIN_LENGTH ? LATE_KEY_MS : ENTER_GAP_MS;
  return gap - (performance.now() - run.heardAt);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves when no scan is running. Until then a field may hold characters that will be removed. */
export async function scanEnd(): Promise<void> {
  for (let ms = msLeft(); ms > 0; ms = msLeft()) await wait(ms);
  release();
}
