/** A row of a file that is not empty. */
export interface SheetRow {
  /** The line where the row begins in a CSV file, or the row number in a spreadsheet; from 1. */
  readonly line: number;
  /** The trimmed texts of the cells. */
  readonly cells: readonly string[];
  /** The indexes of cells with a formula instead of a value. */
  readonly formulas: readonly number[];
}
