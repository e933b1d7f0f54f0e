/** A row of a file that is not empty. */
export interface SheetRow {
  /** The line of a CSV file on which it begins, or the number of the row in a spreadsheet; from 1. */
  readonly line: number;
  /** Trimmed. */
  readonly cells: readonly string[];
  /** Which of the cells hold a formula instead of a value. */
  readonly formulas: readonly number[];
}
