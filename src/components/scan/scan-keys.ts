import { sleep } from '#src/providers/loading/pauses.ts';
import {
  type Scan,
  MACHINE_MS,
  SCANNER_MS,
  type Place,
  type Stroke,
  paceOf,
  recognise,
  recogniseInSecret,
} from './recognise.ts';

/** Fields for a PIN or another code of confirmation. */
const SECRET = 'input[type="password"], [autocomplete="one-time-code"]';
const TEXT_FIELD = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea';
/** Its `data-codes` says what somebody may mean who types a code by hand into a field, or the fields in it. */
const CODES = '[data-codes]';
/** A field that tries a scanner reads its text itself. */
const OWN_READING = '[data-codes="own"]';
/** A scanner presses them with another key, ALT for each character by its number. */
const MODIFIERS = new Set(['Shift', 'CapsLock', 'NumLock', 'Control', 'Alt', 'AltGraph']);
/** A keyboard that does not say what it types, of a phone above all; the field tells. */
const UNNAMED = new Set(['Unidentified', 'Process', 'Dead']);
/** The character between two elements of a bar code. */
const SEPARATOR = '\u001d';

/** A scan without an ending is over after this time, in ms. */
const IDLE_MS = 1000;
/** Keys that follow as fast as this, in ms, press nothing: nobody uses two shortcuts in that time. */
const FAST_MS = 35;
/** What is typed nowhere is forgotten after this time, in ms. */
const FORGOTTEN_MS = 3000;
/** A line feed belongs to the ending before it for this time, in ms. */
const LINE_FEED_MS = 300;
/** A second ending belongs to the first for this time at least, in ms. */
const SECOND_ENDING_MS = 15;
/** As long as keys come within this time, in ms, a field may hold characters that will be removed. */
const QUIET_MS = 300;
/** No scan is longer. */
const MAX_STROKES = 300;
/** A person may have typed fewer characters of a quantity. */
const MIN_PART = 3;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field before a character. */
interface Untouched {
  readonly value: string;
  /** The selection; null if the field has none. */
  readonly start: number | null;
  readonly end: number | null;
}

interface FieldStroke extends Stroke {
  readonly target: EventTarget | null;
  /** Absent once the character is removed, and outside of fields. */
  readonly before?: Untouched | undefined;
}

/** A scan, and where it arrived. */
export interface HeardScan {
  readonly scan: Scan;
  /** What the field for a secret held, if it arrived there. */
  readonly inSecret?: string | undefined;
  readonly isByMachine: boolean;
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(TEXT_FIELD);
}

function isSecret(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(SECRET);
}

function untouched(field: Field): Untouched {
  return { value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether a field is being restored: what it then tells of its input was not typed. */
let isRestoring = false;

/** Restores a field's value and selection as a browser would, so that React notices. */
function restore(field: Field, { value, start, end }: Untouched): void {
  if (!field.isConnected || field.value === value) return;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  isRestoring = true;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  isRestoring = false;
  if (document.activeElement !== field) return;
  if (start === null) field.select();
  else field.setSelectionRange(start, end);
}

/** What was typed since somebody did anything else than type. */
let strokes: readonly FieldStroke[] = [];
/** Time at which the last key was heard, in ms; its own time may be earlier on a busy machine. */
let heardAt = -Infinity;
/** How many of the strokes were announced as a failed scan, though the rest of it may still come. */
let announced = 0;

function forget(): void {
  strokes = [];
  announced = 0;
}

/** Removes what these strokes have typed. They stay known: the rest of their code may come later. */
function remove(from: number): void {
  const removed = strokes.slice(from);
  strokes = strokes.map((stroke, index) => (index < from ? stroke : { ...stroke, before: undefined }));
  const first = new Map<Field, Untouched>();
  for (const { target, before } of removed) {
    if (before && isField(target) && !first.has(target)) first.set(target, before);
  }
  first.forEach((before, field) => restore(field, before));
}

/** Where the strokes arrived: in a secret if one of them did, for a dialog may have opened between two of them. */
function placeOf(target: EventTarget | null): Place {
  if (isSecret(target) || strokes.some((stroke) => isSecret(stroke.target))) return 'secret';
  if (!isField(target)) return 'nowhere';
  const codes = target.closest<HTMLElement>(CODES)?.dataset.codes;
  return codes === 'product' || codes === 'card' || codes === 'other' ? codes : 'any';
}

/** Whether a character takes the place of all that its field held. */
function replacesAll(before: Untouched | undefined): boolean {
  return before?.start === 0 && before.end === before.value.length;
}

/** The characters that a field got without keys that name them. */
function insertedInto(field: Field, { value, start, end }: Untouched, data: string | null): string {
  const head = value.slice(0, start ?? value.length);
  const tail = value.slice(end ?? value.length);
  const { value: now } = field;
  const isAdded = now.length > head.length + tail.length && now.startsWith(head) && now.endsWith(tail);
  return isAdded ? now.slice(head.length, now.length - tail.length) : (data ?? '');
}

/**
 * Listens for scans, wherever the focus is and whatever the pace. What arrived, by whichever way, is read by its content
 * when it ends: with Enter, Tab or a line feed, with a press elsewhere, or after a pause. A scan presses nothing, and what
 * it typed is taken out of its field. What is no scan stays where it is: no character is held back.
 * @returns stops listening
 */
export function listenForScans(onScan: (heard: HeardScan) => void): () => void {
  let endedAt = -Infinity;
  /** How long a second ending belongs to the last one, in ms. */
  let secondMs = SECOND_ENDING_MS;
  let idle: ReturnType<typeof setTimeout> | undefined;
  /** The field before a character whose key does not name it. */
  let unnamed: { readonly at: number; readonly before: Untouched } | undefined;
  let isNamed = false;

  function take(place: Place, target: EventTarget | null): boolean {
    const secret = place !== 'secret' ? undefined : isField(target) ? target.value : '';
    const found = secret === undefined ? recognise(strokes, place) : recogniseInSecret(strokes, secret);
    const isOfFailed = announced > 0 && paceOf(strokes.slice(announced)) <= MACHINE_MS;
    if (!found && !isOfFailed) return false;
    const wasAnnounced = announced > 0;
    if (secret !== undefined && isField(target)) restore(target, { value: '', start: 0, end: 0 });
    remove(found?.from ?? 0);
    forget();
    for (const scan of found?.scans ?? []) {
      if (wasAnnounced && scan.kind === 'unreadable') continue;
      onScan({ scan, inSecret: secret, isByMachine: found?.isByMachine === true });
    }
    return true;
  }

  /** The end of what was typed: true if it was a scan. */
  function end(target: EventTarget | null, at: number): boolean {
    clearTimeout(idle);
    const pace = paceOf(strokes);
    const hasTyped = strokes.length > 0;
    const place = placeOf(target);
    const isScan = take(place, target);
    // A secret is looked at again when it is sent.
    if (place !== 'secret') forget();
    if (hasTyped) endedAt = at;
    if (isScan)
      secondMs = Number.isFinite(pace) ? Math.max(SECOND_ENDING_MS, 2 * Math.min(pace, SCANNER_MS)) : SECOND_ENDING_MS;
    return isScan;
  }

  /** After a pause: a code without an ending is read; what is left of a failed one is removed, and its rest may come. */
  function pause(): void {
    const target = strokes.at(-1)?.target ?? null;
    const place = placeOf(target);
    if (place === 'secret' || place === 'any' || place === 'card') return;
    const found = recognise(strokes, place);
    if (!found) return;
    const [scan] = found.scans;
    if (found.scans.length > 1 || scan?.kind !== 'unreadable') {
      take(place, target);
      return;
    }
    remove(found.from);
    if (announced === 0) onScan({ scan, isByMachine: true });
    announced = strokes.length;
  }

  function add(stroke: FieldStroke): void {
    const last = strokes.at(-1);
    const isOld = last !== undefined && Math.abs(stroke.at - last.at) > FORGOTTEN_MS;
    const isAfterSecret = last !== undefined && isSecret(last.target) && last.target !== stroke.target;
    const isTypedAnew = last?.target === stroke.target && isSecret(stroke.target) && replacesAll(stroke.before);
    if (isAfterSecret || isTypedAnew || (isOld && (announced > 0 || !isField(stroke.target)))) forget();
    strokes = [...strokes, stroke].slice(-MAX_STROKES);
    heardAt = performance.now();
    clearTimeout(idle);
    idle = setTimeout(pause, IDLE_MS);
  }

  function addKey(event: KeyboardEvent, text: string): void {
    const { target, timeStamp } = event;
    const last = strokes.at(-1);
    const isFast = last !== undefined && Math.abs(timeStamp - last.at) <= FAST_MS;
    const before = isField(target) ? untouched(target) : undefined;
    add({ text, at: timeStamp, isTyped: true, target, before });
    isNamed = isField(target) && !target.readOnly;
    // A space would press a button, and '?' would open the list of shortcuts.
    if (!before && (isFast || strokes.length > MIN_PART)) swallow(event);
  }

  /** Keys with Ctrl that a scanner sends: the separator of two elements, and the line feed behind the code. */
  function hearControl(event: KeyboardEvent): boolean {
    const { key, code, timeStamp, target } = event;
    const wait = timeStamp - (strokes.at(-1)?.at ?? -Infinity);
    if (wait <= IDLE_MS && (key === ']' || code === 'BracketRight')) {
      swallow(event);
      add({ text: SEPARATOR, at: timeStamp, isTyped: true, target });
      return true;
    }
    if (!['j', 'm', 'enter'].includes(key.toLowerCase())) return false;
    // Ctrl+J would open the browser's downloads.
    const isAfterEnding = timeStamp - endedAt <= LINE_FEED_MS;
    if (!isAfterEnding && !(wait <= LINE_FEED_MS && end(target, timeStamp))) return false;
    swallow(event);
    return true;
  }

  function hearEnding(event: KeyboardEvent): void {
    const { key, target, timeStamp, shiftKey } = event;
    const isSecond = strokes.length === 0 && timeStamp - endedAt <= secondMs;
    const isLeft = key === 'Tab' && (shiftKey || placeOf(target) === 'any');
    if (isLeft) forget();
    else if (isSecond || end(target, timeStamp)) swallow(event);
  }

  /** Any other key, such as an arrow or Ctrl+C. It is an ending if it comes as fast as a scanner's next key. */
  function hearOther(event: KeyboardEvent): void {
    const { target, timeStamp } = event;
    const wait = timeStamp - (strokes.at(-1)?.at ?? -Infinity);
    if (wait <= SCANNER_MS && end(target, timeStamp)) {
      swallow(event);
      return;
    }
    forget();
    // The next Enter is no second ending.
    endedAt = -Infinity;
  }

  function hearKey(event: KeyboardEvent): void {
    const { target, repeat, ctrlKey, altKey, metaKey, timeStamp } = event;
    // A browser that fills a field tells of a key that is none.
    const key = event instanceof KeyboardEvent ? event.key : 'Unidentified';
    if (MODIFIERS.has(key) || (target instanceof Element && target.matches(OWN_READING))) return;
    isNamed = false;
    unnamed = undefined;
    const isCharacter = key.length === 1 && (event.getModifierState('AltGraph') || !(ctrlKey || altKey));
    if (repeat || metaKey) forget();
    else if (isCharacter) addKey(event, key);
    else if (UNNAMED.has(key) || (altKey && event.code.startsWith('Numpad'))) {
      if (isField(target)) unnamed = { at: timeStamp, before: untouched(target) };
    } else if (ctrlKey && !altKey) {
      if (!hearControl(event)) hearOther(event);
    } else if (key === 'Enter' || key === 'Tab') hearEnding(event);
    else hearOther(event);
  }

  /** A key that typed nothing, in a field that is full, names nothing that comes later. */
  function endKey(): void {
    isNamed = false;
  }

  function noteField(event: Event): void {
    const { target, timeStamp } = event;
    if (!isNamed && isField(target)) unnamed ??= { at: timeStamp, before: untouched(target) };
  }

  /** Characters whose keys did not name them: of phones, of ALT codes, pasted or filled in. */
  function hearInput(event: Event): void {
    const { target } = event;
    if (isRestoring || !isField(target) || target.matches(OWN_READING)) return;
    const from = unnamed;
    unnamed = undefined;
    if (isNamed || !from) {
      // A program, of a store of passwords for example, has put another text in the place of what was typed.
      if (!isNamed && strokes.at(-1)?.target === target) forget();
      isNamed = false;
      return;
    }
    const text = insertedInto(target, from.before, event instanceof InputEvent ? event.data : null);
    if (text === '') forget();
    else add({ text, at: from.at, isTyped: text.length === 1, target, before: from.before });
  }

  /** A press elsewhere ends what was typed. Of a secret the sending decides. */
  function hearPress({ target, timeStamp }: Event): void {
    const typedInto = strokes.at(-1)?.target ?? null;
    const place = placeOf(typedInto);
    if (place === 'secret') return;
    if (place === 'any' || place === 'card' || target === typedInto) forget();
    else end(typedInto, timeStamp);
  }

  function hearSubmit(event: Event): void {
    const { target, timeStamp } = event;
    const field = target instanceof HTMLFormElement ? target.querySelector<Field>(SECRET) : null;
    const typedInto = field ?? strokes.at(-1)?.target ?? null;
    if (placeOf(typedInto) !== 'any' && end(typedInto, timeStamp)) swallow(event);
  }

  forget();
  const listeners = [
    ['keydown', hearKey],
    ['keyup', endKey],
    ['beforeinput', noteField],
    ['input', hearInput],
    ['pointerdown', hearPress],
    ['submit', hearSubmit],
  ] as const;
  for (const [type, listener] of listeners) document.addEventListener(type, listener as EventListener, true);
  return () => {
    for (const [type, listener] of listeners) document.removeEventListener(type, listener as EventListener, true);
    clearTimeout(idle);
    forget();
  };
}

/** How long the current scan may still go on, in ms. */
function msLeft(): number {
  if (strokes.length === 0) return 0;
  // One or two digits may be a quantity or the beginning of a slow scan.
  return (strokes.length < MIN_PART ? IDLE_MS : QUIET_MS) - (performance.now() - heardAt);
}

/**
 * Resolves when no scan is running, so that a field may be read and set: the beginning of one whose rest is late is
 * removed from its field.
 */
export async function scanEnd(): Promise<void> {
  for (let ms = msLeft(); ms > 0; ms = msLeft()) await sleep(ms);
  if (strokes.length >= MIN_PART && paceOf(strokes) <= SCANNER_MS) remove(0);
}
