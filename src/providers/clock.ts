import { setClockError } from '#contract/rules/clock.ts';
import { formatInstant } from '#contract/rules/dates.ts';
import { onceTranslated, translate } from './i18n.ts';
import { dismissAlert, showAlert } from './notifications/alert-store.ts';
import { isText, storedValue } from './session/storage.ts';

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

/**
 * Compares the clock of this machine with the server's, and tells once in a tab that it is wrong. From then on `now` and
 * `today` go by the server's.
 * @param date the response's header `Date`; a server on another origin may not show it, then nothing changes
 * @param sentAt when the request was sent, in ms since 1970 by the clock of this machine
 * @param mayTell whether the page stays, so that an alert would be seen
 */
export function noteServerTime(date: unknown, sentAt: number, mayTell: boolean): void {
  const right = typeof date === 'string' ? Date.parse(date) : NaN;
  if (Number.isNaN(right)) return;
  const own = Date.now();
  const aheadMs = Math.min(Math.max(right, sentAt), own) - right;
  const isRight = Math.abs(aheadMs) < SMALL_MS;
  setClockError(isRight ? 0 : aheadMs);
  if (isRight) dismissAlert(KEY);
  else if (mayTell && Math.abs(aheadMs) >= LARGE_MS) tell(new Date(own), new Date(right));
}
