import type { Day } from '#contract/rules/dates.ts';
import type { DossierKind } from '#server/database/dossier-kinds.ts';
import type { FileReason } from '#contract/admin/imports.ts';

/** What holds while a file is read: the day in Europe/Rome, and the kinds of dossier. */
export interface Reading {
  readonly today: Day;
  readonly kinds: readonly DossierKind[];
}

/** Where a file has its problem, and what it concerns. */
export interface Place {
  readonly line?: number;
  /** The columns that are missing or repeated. */
  readonly columns?: readonly string[];
}

/** The reason why a file cannot be read, and its place. */
export class FileProblem extends Error {
  readonly reason: FileReason;
  readonly place: Place;

  constructor(reason: FileReason, place: Place = {}) {
    super(reason);
    this.name = 'FileProblem';
    this.reason = reason;
    this.place = place;
  }
}

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

/** What has been read already, then the rest. */
export async function* resume<T>(
  first: readonly T[],
  rest: AsyncIterator<T, unknown>,
): AsyncGenerator<T, void, undefined> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
