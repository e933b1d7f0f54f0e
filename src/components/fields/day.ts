import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { today } from '#contract/rules/clock.ts';
import type { Day } from '#contract/rules/dates.ts';
import { readDay, readMonth } from '#contract/rules/typed-text.ts';

dayjs.extend(customParseFormat);

/** The format of a day or of a month. */
export const DISPLAY_FORMATS = { date: 'DD/MM/YYYY', month: 'MM/YYYY' } as const;

/** What a date field holds: a day, the day of a birth, or a month by its first day. */
export type DateUnit = keyof typeof DISPLAY_FORMATS | 'birth';

/** A text whose year is written out. One of two digits may be the beginning of another. */
const FULL_YEAR = { date: /(?:^|\D)\d{4}(?:\D|$)|^\s*\d{8}\s*$/, month: /(?:^|\D)\d{4}(?:\D|$)|^\s*\d{6}\s*$/ };

/** Reads a day as YYYY-MM-DD for antd's calendar; an invalid Dayjs for any other text. */
export function fromDay(value: string): Dayjs {
  return dayjs(value, 'YYYY-MM-DD', true);
}

/** The calendar day of a Dayjs in its own time zone, so that no zone shifts it. */
export function toDay(date: Dayjs): Day {
  return date.format('YYYY-MM-DD');
}

/** Reads a typed day, or a month, which gives its first day (rules §11). undefined for no date. */
export function parseDay(typed: string, unit: DateUnit): Day | undefined {
  const meaning = { today: today(), isBirth: unit === 'birth' };
  return unit === 'month' ? readMonth(typed, meaning) : readDay(typed, meaning);
}

/** As `parseDay`, while somebody types: a year of two digits is not finished. */
export function parseUnfinishedDay(typed: string, unit: DateUnit): Day | undefined {
  return FULL_YEAR[unit === 'month' ? 'month' : 'date'].test(typed) ? parseDay(typed, unit) : undefined;
}
