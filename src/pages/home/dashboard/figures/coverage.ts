import { type Day, addDays } from '#contract/rules/dates.ts';

/** The most rows that the dashboard reads. It shows a note if there are more. */
export const MAX_ROWS = 1000;

/** The part of the period that the read rows cover. */
export interface Coverage {
  /** The first day of the figures. */
  readonly from: Day;
  /** The first day whose rows have all been read. Later than `from` only if all rows are of one day. */
  readonly wholeFrom: Day;
  /** Number of read rows and of all rows; undefined if all rows of the period have been read. */
  readonly cut: { readonly read: number; readonly total: number } | undefined;
}

/**
 * The newest rows come first, so missing rows are the oldest. The day of the oldest row may be incomplete, and earlier
 * days are unknown. The figures start with the next day.
 * @param days the day of each row that has one
 * @param total number of rows on the server
 * @param read number of rows in the response
 * @param wanted the first day of the period
 */
export function coverageOf(days: readonly Day[], total: number, read: number, wanted: Day): Coverage {
  const oldest = days.reduce((least, day) => (day < least ? day : least), days[0] ?? wanted);
  if (total <= read || oldest < wanted) return { from: wanted, wholeFrom: wanted, cut: undefined };
  const wholeFrom = addDays(oldest, 1);
  const isOneDay = days.length > 0 && days.every((day) => day === oldest);
  return { from: isOneDay ? oldest : wholeFrom, wholeFrom, cut: { read, total } };
}
