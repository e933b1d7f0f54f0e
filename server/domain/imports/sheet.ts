/** A row of a file that is not empty. */
export interface SheetRow {
  /** The line where the row begins in a CSV file, or the row number in a spreadsheet; from 1. */
  readonly line: number;
  /** The texts of the cells without blanks around them. */
  readonly cells: readonly string[];
  /** The indexes of cells with a formula, or its error, instead of a value. */
  readonly formulas: readonly number[];
}

/** How a file has been read; complete when its rows have ended. */
export interface SheetFacts {
  /** The encoding of a CSV file. */
  encoding?: string;
  /** The sheet of a spreadsheet, and its other sheets. */
  sheet?: string;
  otherSheets?: readonly string[];
  /** How many rows are hidden, for example by a filter, and whether they have been read. */
  hiddenRows?: number;
  withHidden?: boolean;
}

/** A file whose rows can be read once. */
export interface Sheet {
  readonly rows: AsyncIterable<SheetRow>;
  readonly facts: Readonly<SheetFacts>;
}
