import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { Day } from '#contract/rules/dates.ts';

dayjs.extend(customParseFormat);

/** How a day, or a month by its first one, is written, and how it may be typed. */
export const WRITTEN = { date: 'DD/MM/YYYY', month: 'MM/YYYY' } as const;
const TYPED = {
  date: [WRITTEN.date, 'D/M/YYYY', 'DD/M/YYYY', 'D/MM/YYYY', 'DDMMYYYY'],
  month: [WRITTEN.month, 'M/YYYY', 'MMYYYY'],
};

/** The day of the calendar that a Dayjs stands for, in its own zone: no zone shifts it. */
export function toDay(date: Dayjs): Day {
  return date.format('YYYY-MM-DD');
}

/**
 * The day that was typed as dd/mm/yyyy, or the first of a month as mm/yyyy; dots, dashes, spaces or nothing may stand
 * between its parts.
 * @returns null for what is no day of the calendar
 */
export function parseDay(typed: string, unit: keyof typeof TYPED = 'date'): Day | null {
  const day = dayjs(typed.trim().replace(/[.\- ]/g, '/'), TYPED[unit], true);
  return day.isValid() ? toDay(day) : null;
}
