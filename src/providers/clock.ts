import { instantAt, setClockError } from '#contract/rules/clock.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { onceTranslated, translate } from './i18n.ts';
import { dismissAlert, showAlert } from './notifications/alert-store.ts';
import { isText, storedValue } from './session/storage.ts';
import { onSignedOut } from './session/tokens.ts';

/** An error that changes nothing that is shown, in ms. A clock of its own is steadier than the times of responses. */
const SMALL_MS = 5 * 60_000;
/** An error by which the day is wrong, not only the time zone of the machine, in ms. */
const LARGE_MS = 12 * 3_600_000;

const KEY = 'CLOCK';

/** Set once this tab has told of the wrong clock. */
const told = storedValue('clockTold', isText);

function tell(own: Date, right: Date): void {
  if (told.read() !== null) return;
  told.write(right.toISOString());
  onceTranslated(() => {
    const text = translate('error:wrongClock', { own: formatInstant(own), right: formatInstant(right) });
    showAlert({ kind: 'warning', text, key: KEY, duration: null });
  });
}

/** What an answer shows of the server's time. */
interface ShownTime {
  /** The time in the features of our server. */
  readonly time?: unknown;
  /** The header `Date`, which a proxy may have set. A server on another origin may not show it. */
  readonly date?: unknown;
  /** The header `Age`: how old an answer of a cache is, in seconds. */
  readonly age?: unknown;
}

/** By how much the clock of this machine is ahead, in ms: at least and at most, by one answer. */
interface Witness {
  readonly shown: number;
  readonly least: number;
  readonly most: number;
}

/** A header `Date` has no part of a second. */
const SECOND_MS = 1000;
/** By how much the clocks of a server's processes may differ, in ms. */
const SLACK_MS = 2000;
/** So many answers in a row must contradict what was believed before two of them can change it. */
const DISPUTED_ANSWERS = 20;

/** What has been learnt since the clock of this machine was last set. */
interface Belief {
  /** `Date.now()` less the time since the page began: another one tells that the clock was set, or the machine slept. */
  readonly origin: number;
  /** Whether the server tells its time itself. */
  isTold: boolean;
  last: Witness | undefined;
  /** The answers that must still contradict. */
  disputes: number;
}

let belief: Belief | undefined;

// Whoever signs on next is told anew.
onSignedOut(() => {
  belief = undefined;
});

let askTime: () => void = () => undefined;

/** Calls the listener when the clock was set after the server had told its time, which it must tell anew. */
export function onClockSet(listener: () => void): void {
  askTime = listener;
}

/** What is believed; where the clock was set, what was learnt before counts no more. */
function present(own: number): Belief {
  const origin = own - performance.now();
  if (belief !== undefined && Math.abs(origin - belief.origin) < SMALL_MS) return belief;
  const isTold = belief?.isTold === true;
  belief = { origin, isTold, last: undefined, disputes: 0 };
  if (isTold) askTime();
  return belief;
}

function instantOf(text: unknown): number {
  return typeof text === 'string' ? Date.parse(text) : NaN;
}

/** Two answers with the same `Date` at different times are of a cache, or of a clock that stands. */
function agree(one: Witness, other: Witness): boolean {
  const slack = one.shown === other.shown ? 0 : SLACK_MS;
  return one.least <= other.most + slack && other.least <= one.most + slack;
}

/**
 * By how much the clock is ahead, in ms, by an answer with a header `Date` and what is believed. One answer counts where
 * this clock or what is believed confirms it, another one with a second that agrees.
 * @returns undefined where it does not count
 */
function judge(known: Belief, witness: Witness, aheadMs: number, believedMs: number): number | undefined {
  const { last } = known;
  known.last = witness;
  const isNear = (other: number) => Math.abs(aheadMs - other) < SMALL_MS;
  const isConfirmed = isNear(0) || isNear(believedMs);
  if (!isConfirmed && known.disputes > 0) known.disputes -= 1;
  else if (isConfirmed || (last && agree(last, witness))) {
    known.disputes = DISPUTED_ANSWERS;
    return isNear(believedMs) && !isNear(0) ? believedMs : aheadMs;
  }
  return undefined;
}

/**
 * Compares the clock of this machine with the server's, and tells once in a tab that it is wrong. From then on `now` and
 * `today` go by the server's. The time that it tells itself decides. A `Date` alone may be a proxy's own, so one that contradicts
 * this clock counts only with a second one (rules §1). What a cache answers never counts.
 * @param sentAt when the request was sent, in ms since 1970 by the clock of this machine
 * @param mayTell whether the page stays, so that an alert would be seen
 */
export function noteServerTime({ time, date, age }: ShownTime, sentAt: number, mayTell: boolean): void {
  const own = Date.now();
  const known = present(own);
  const told = instantOf(time);
  const isTold = !Number.isNaN(told);
  const right = isTold ? told : instantOf(date);
  if (Number.isNaN(right) || Number(age ?? 0) > 0 || (known.isTold && !isTold)) return;
  const aheadMs = Math.min(Math.max(right, sentAt), own) - right;
  const witness = { shown: right, least: sentAt - right - SECOND_MS, most: own - right };
  known.isTold ||= isTold;
  const errorMs = isTold ? aheadMs : judge(known, witness, aheadMs, own - instantAt(own).getTime());
  if (errorMs === undefined) return;
  const isRight = Math.abs(errorMs) < SMALL_MS;
  setClockError(isRight ? 0 : errorMs);
  if (isRight) dismissAlert(KEY);
  else if (mayTell && Math.abs(errorMs) >= LARGE_MS) tell(new Date(own), instantAt(own));
}
