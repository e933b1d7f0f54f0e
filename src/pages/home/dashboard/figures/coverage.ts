import { type Day, addDays } from '#contract/rules/dates.ts';

/** The most rows that the dashboard asks for; it says so when there are more. */
export const MOST_ROWS = 1000;

/** What part of the wanted period the rows that were read cover. */
export interface Coverage {
  /** The first day of the figures. */
  readonly from: Day;
  /** The first day of which all rows have been read; later than `from` only where they are all of that one day. */
  readonly wholeFrom: Day;
  /** How many rows have been read, and how many there are, when not all that the period holds have been read. */
  readonly cut: { readonly read: number; readonly total: number } | undefined;
}

/**
 * The newest rows are read first, so that what is missing is the oldest: the day of the oldest row may lack some, and
 * those before it are not known to be empty. The figures begin with the day after it, from which they are whole.
 * @param days the day of each row that has one
 * @param total how many rows the server has in all
 * @param read how many it has sent
 * @param wanted the first day of the period
 */
export function coverageOf(days: readonly Day[], total: number, read: number, wanted: Day): Coverage {
  const oldest = days.reduce((least, day) => (day < least ? day : least), days[0] ?? wanted);
  if (total <= read || oldest < wanted) return { from: wanted, wholeFrom: wanted, cut: undefined };
  const wholeFrom = addDays(oldest, 1);
  const isOneDay = days.length > 0 && days.every((day) => day === oldest);
  return { from: isOneDay ? oldest : wholeFrom, wholeFrom, cut: { read, total } };
}
