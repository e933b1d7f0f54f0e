import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { Day } from '#contract/rules/dates.ts';

dayjs.extend(customParseFormat);

/** The format of a day or of a month, and the accepted input formats. */
export const DISPLAY_FORMATS = { date: 'DD/MM/YYYY', month: 'MM/YYYY' } as const;
const INPUT_FORMATS = {
  date: [DISPLAY_FORMATS.date, 'D/M/YYYY', 'DD/M/YYYY', 'D/MM/YYYY', 'DDMMYYYY'],
  month: [DISPLAY_FORMATS.month, 'M/YYYY', 'MMYYYY'],
};

/** The calendar day of a Dayjs in its own time zone, so that no zone shifts it. */
export function toDay(date: Dayjs): Day {
  return date.format('YYYY-MM-DD');
}

/**
 * Reads a day typed as dd/mm/yyyy, or a month as mm/yyyy, which gives its first day. The separator may be a dot, dash,
 * space or nothing.
 * @returns null for an invalid date
 */
export function parseDay(typed: string, unit: keyof typeof INPUT_FORMATS = 'date'): Day | null {
  const day = dayjs(typed.trim().replace(/[.\- ]/g, '/'), INPUT_FORMATS[unit], true);
  return day.isValid() ? toDay(day) : null;
}
