/** The time zone of all days and of all displayed times (design §3). */
const ZONE = 'Europe/Rome';

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

const HOUR_MS = 3_600_000;

// Created at first use, because it takes a slow browser a long time.
let instantParts: Intl.DateTimeFormat | undefined;

/** The clock of Europe/Rome at this instant, as if it were UTC, in whole seconds. */
function readClock(instant: Date): number {
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
  const t: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of instantParts.formatToParts(instant)) t[type] = value;
  return Date.UTC(
    Number(t.year),
    Number(t.month) - 1,
    Number(t.day),
    Number(t.hour),
    Number(t.minute),
    Number(t.second),
  );
}

/** The offsets by hour: `Intl` takes long, and lists show the same instants again and again. */
const offsets = new Map<number, number>();
const MAX_OFFSETS = 10_000;

/** Milliseconds by which Europe/Rome is ahead of UTC at this instant. Clocks change at whole hours of UTC only. */
function romeOffset(instant: Date): number {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const offset = readClock(instant) - Math.floor(instant.getTime() / 1000) * 1000;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** The clock of Europe/Rome at this instant: `YYYY-MM-DDTHH:mm:ss.sss`. */
function romeTime(instant: Date): string {
  return new Date(instant.getTime() + romeOffset(instant)).toISOString().slice(0, -1);
}

/** The day in Europe/Rome at this instant. */
export function romeDay(instant: Date): Day {
  return romeTime(instant).slice(0, 10);
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

/** The first day of the month that is `monthsLater` after that of `day`; before it when negative. */
export function firstOfMonth(day: Day, monthsLater: number): Day {
  const moved = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + monthsLater);
  return moved.toISOString().slice(0, 10);
}

/** The first and the last day of the month of `day`. */
export function monthOf(day: Day): { readonly first: Day; readonly last: Day } {
  return { first: firstOfMonth(day, 0), last: addDays(firstOfMonth(day, 1), -1) };
}

/** The Monday of the week of `day`. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
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
  const time = romeTime(instant);
  return `${formatDay(time)} ${time.slice(11, 19)}`;
}

/** The time of an instant in Europe/Rome in the form `HH:mm`. */
export function formatTime(instant: Date): string {
  return romeTime(instant).slice(11, 16);
}

/** An instant as ISO 8601 with the offset of Europe/Rome (rules §1). */
export function toOffsetTimestamp(instant: Date): string {
  const minutes = romeOffset(instant) / 60_000;
  const sign = minutes < 0 ? '-' : '+';
  const hh = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0');
  const mm = String(Math.abs(minutes) % 60).padStart(2, '0');
  return `${romeTime(instant)}${sign}${hh}:${mm}`;
}
