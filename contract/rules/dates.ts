/** The time zone of all days and of all displayed times (design §3). */
const ZONE = 'Europe/Rome';

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

// Created at first use, because it takes a slow browser a long time.
let instantParts: Intl.DateTimeFormat | undefined;

function partsOf(instant: Date): Intl.DateTimeFormatPart[] {
  instantParts ??= new Intl.DateTimeFormat('it-IT', {
    timeZone: ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return instantParts.formatToParts(instant);
}

interface RomeTime {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

function romeTime(instant: Date): RomeTime {
  const found = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of partsOf(instant)) {
    if (type in found) found[type as keyof RomeTime] = value;
  }
  return found;
}

/** The day in Europe/Rome at this instant. */
export function romeDay(instant: Date): Day {
  const { year, month, day } = romeTime(instant);
  return `${year}-${month}-${day}`;
}

/** Milliseconds by which Europe/Rome is ahead of UTC at this instant. */
function romeOffset(instant: Date): number {
  const t = romeTime(instant);
  const local = Date.UTC(+t.year, +t.month - 1, +t.day, +t.hour, +t.minute, +t.second);
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}

/** The instant at which a day begins in Europe/Rome. */
export function startOfDay(day: Day): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = new Date(midnight - romeOffset(new Date(midnight)));
  return new Date(midnight - romeOffset(guess));
}

/** The first instant after a day in Europe/Rome. A range of days is `start <= t < endOfDay`. */
export function endOfDay(day: Day): Date {
  return startOfDay(addDays(day, 1));
}

/** The last millisecond of a day in Europe/Rome. */
export function lastInstantOf(day: Day): Date {
  return new Date(endOfDay(day).getTime() - 1);
}

/** The day `days` days later; earlier when `days` is negative. */
export function addDays(day: Day, days: number): Day {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The first and the last day of the month of `day`. */
export function monthOf(day: Day): { readonly first: Day; readonly last: Day } {
  const first = `${day.slice(0, 7)}-01`;
  const next = new Date(`${first}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { first, last: addDays(next.toISOString().slice(0, 10), -1) };
}

/** Whole years from a birth date to a day. */
export function ageOn(birthDate: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** The day that a request means: the value itself, or the Rome day of a date-time (rules §1). */
export function dayOfRequest(value: string): Day {
  if (value.length === 10) return value;
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(value);
  return hasOffset ? romeDay(new Date(value)) : value.slice(0, 10);
}

/** A day in the form `dd/MM/yyyy`, without a change of time zone. */
export function formatDay(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** The month of a day in the form `MM/yyyy`. */
export function formatMonth(day: Day): string {
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** An instant in Europe/Rome in the form `dd-MM-yyyy HH:mm:ss`, for the list of purchases to order (§2). */
export function formatInstantDashed(instant: Date): string {
  return formatInstant(instant).replaceAll('/', '-');
}

/** An instant in Europe/Rome in the form `dd/MM/yyyy HH:mm:ss`. */
export function formatInstant(instant: Date): string {
  const t = romeTime(instant);
  return `${t.day}/${t.month}/${t.year} ${t.hour}:${t.minute}:${t.second}`;
}

/** The time of an instant in Europe/Rome in the form `HH:mm`. */
export function formatTime(instant: Date): string {
  const t = romeTime(instant);
  return `${t.hour}:${t.minute}`;
}

/** An instant as ISO 8601 with the offset of Europe/Rome (rules §1). */
export function toOffsetTimestamp(instant: Date): string {
  const t = romeTime(instant);
  const minutes = romeOffset(instant) / 60_000;
  const sign = minutes < 0 ? '-' : '+';
  const hh = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0');
  const mm = String(Math.abs(minutes) % 60).padStart(2, '0');
  const ms = String(instant.getUTCMilliseconds()).padStart(3, '0');
  return `${t.year}-${t.month}-${t.day}T${t.hour}:${t.minute}:${t.second}.${ms}${sign}${hh}:${mm}`;
}
