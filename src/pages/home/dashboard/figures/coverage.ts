import type { Day } from '#contract/rules/dates.ts';

/** The most rows that the dashboard asks for; it says so when there are more. */
export const MOST_ROWS = 1000;

/** What part of the wanted period the rows that were read cover. */
export interface Coverage {
  /** The first day of which something is known. */
  readonly from: Day;
  /** How many rows have been read, and how many there are, when not all that the period holds have been read. */
  readonly cut: { readonly read: number; readonly total: number } | undefined;
}

/**
 * The newest rows are read first, so that what is missing is the oldest: days before the oldest row are then not known
 * to be empty, and are not shown.
 * @param days the day of each row that has one
 * @param total how many rows the server has in all
 * @param read how many it has sent
 * @param wanted the first day of the period
 */
export function coverageOf(days: readonly Day[], total: number, read: number, wanted: Day): Coverage {
  if (total <= read) return { from: wanted, cut: undefined };
  const oldest = days.reduce((least, day) => (day < least ? day : least), days[0] ?? wanted);
  return oldest < wanted ? { from: wanted, cut: undefined } : { from: oldest, cut: { read, total } };
}
