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

/** The columns of a file as they are stored. */
export interface StoredHeader {
  readonly columns: string[];
  readonly report_columns: string[];
  readonly ignored_columns: string[];
  readonly head_line: number;
  readonly free_columns: string[];
}

/** Lines that have been read by the rules of their kind, in the JSON in which they are stored. */
export interface LineBatch {
  readonly json: string;
  readonly count: number;
  readonly refused: number;
}

/** A file whose lines can be read once: its header, then its lines. */
export interface LineSource {
  readonly parts: AsyncIterable<StoredHeader | LineBatch>;
  readonly facts: Readonly<SheetFacts>;
}
