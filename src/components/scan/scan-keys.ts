/** At most so far apart, in ms, are the keys of a scanner; nobody types so fast. */
const KEY_GAP_MS = 35;
/** On a busy machine a key may come later, in ms, and those behind it sooner. */
const LATE_KEY_MS = 100;
/** The Enter may come later still. */
const ENTER_GAP_MS = 250;
/** Some send two of them, at once. */
const SECOND_ENTER_MS = 15;
const MIN_LENGTH = 6;
/** Letters and digits, a digit among them; or the track of a card, where they stand between separators. */
const CODE = /^([%;].*|(?=.*\d)[a-z\d]+|(?=.*\d).*[a-z\d]{16}.*)$/i;

/** Where nothing is intercepted: a PIN or another code. */
const SECRET = 'input[type="password"], [autocomplete="one-time-code"]';
const TEXT_FIELD =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, [contenteditable="true"]';
/** A scanner holds them for a capital letter. */
const MODIFIERS = new Set(['Shift', 'CapsLock']);

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field as it was before the first character fell into it. */
interface Untouched {
  readonly value: string;
  /** Null where the field does not tell. */
  readonly start: number | null;
  readonly end: number | null;
}

interface Run {
  text: string;
  firstAt: number;
  /** The time of the last key itself, which is no later for a busy page. */
  lastAt: number;
  /** When it was heard. */
  heardAt: number;
  readonly fields: Map<Field, Untouched>;
}

function newRun(): Run {
  return { text: '', firstAt: -Infinity, lastAt: -Infinity, heardAt: -Infinity, fields: new Map() };
}

let run = newRun();

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function matches(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.matches(selector);
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Takes out of a field what fell into it, in such a way that React hears of it. */
function restore(field: Field, { value, start, end }: Untouched): void {
  if (!field.isConnected || field.value === value) return;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (document.activeElement !== field) return;
  if (start === null) field.select();
  else field.setSelectionRange(start, end);
}

function addCharacter(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event;
  const gap = Math.abs(timeStamp - run.lastAt);
  if (gap > LATE_KEY_MS) run = { ...newRun(), firstAt: timeStamp };
  if (isField(target) && !run.fields.has(target)) {
    run.fields.set(target, { value: target.value, start: target.selectionStart, end: target.selectionEnd });
  }
  run.text += key;
  run.lastAt = timeStamp;
  run.heardAt = performance.now();
  // A space would press a button, and a question mark open the list of shortcuts.
  if (gap <= KEY_GAP_MS && !matches(target, TEXT_FIELD)) swallow(event);
}

/**
 * Listens for scans, wherever the focus is: a code of six characters or more, at most 35 ms apart, then Enter; words, dates
 * and amounts are no code. The Enter presses nothing, and what fell into a field is taken out of it. In a PIN or code
 * field nothing is listened to.
 * @returns ends the listening
 */
export function listenForScans(onScan: (text: string) => void): () => void {
  let endedAt = -Infinity;
  // What was typed before nobody listened to: its Enter would never come.
  run = newRun();

  function hearEnter(event: KeyboardEvent): void {
    const { text, firstAt, lastAt, fields } = run;
    const { timeStamp } = event;
    run = newRun();
    const isFast = lastAt - firstAt <= KEY_GAP_MS * (text.length - 1);
    if (text.length >= MIN_LENGTH && CODE.test(text.trim()) && isFast && timeStamp - lastAt <= ENTER_GAP_MS) {
      swallow(event);
      endedAt = timeStamp;
      fields.forEach((untouched, field) => restore(field, untouched));
      onScan(text);
    } else if (text === '' && timeStamp - endedAt <= SECOND_ENTER_MS) {
      swallow(event);
    }
  }

  function listen(event: KeyboardEvent): void {
    const { key, target, repeat, ctrlKey, altKey, metaKey } = event;
    if (MODIFIERS.has(key)) return;
    if (repeat || ctrlKey || altKey || metaKey || matches(target, SECRET)) run = newRun();
    else if (key === 'Enter') hearEnter(event);
    else if (key.length === 1) addCharacter(event);
    else run = newRun();
  }

  document.addEventListener('keydown', listen, true);
  return () => document.removeEventListener('keydown', listen, true);
}

/** How long a scan may still go on, in ms. */
function msLeft(): number {
  const gap = run.text.length < MIN_LENGTH ? LATE_KEY_MS : ENTER_GAP_MS;
  return gap - (performance.now() - run.heardAt);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves when no scan is being made: until then what fell into a field is still to be taken out of it. */
export async function pauseOfScanner(): Promise<void> {
  for (let ms = msLeft(); ms > 0; ms = msLeft()) await wait(ms);
}
