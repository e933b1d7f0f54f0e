import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { Day } from '#contract/rules/dates.ts';

dayjs.extend(customParseFormat);

const TYPED = ['DD/MM/YYYY', 'D/M/YYYY', 'DD/M/YYYY', 'D/MM/YYYY', 'DDMMYYYY'];

/** The day of the calendar that a Dayjs stands for, in its own zone: no zone shifts it. */
export function toDay(date: Dayjs): Day {
  return date.format('YYYY-MM-DD');
}

/**
 * The day that was typed as dd/mm/yyyy; dots, dashes, spaces or nothing may stand between its parts.
 * @returns null for what is no day of the calendar
 */
export function parseDay(typed: string): Day | null {
  const day = dayjs(typed.trim().replace(/[.\- ]/g, '/'), TYPED, true);
  return day.isValid() ? toDay(day) : null;
}
