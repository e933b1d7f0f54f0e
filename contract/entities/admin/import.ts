import { type Read, enumOf, flag, id, integer, listOf, optional, record, text, timestamp } from '../../wire.ts';

/** The largest file in bytes. */
export const IMPORT_FILE_LIMIT = 50 * 1024 * 1024;

/** A file as the server receives it. */
export interface IncomingFile {
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The kinds of file, by the names that the import command uses. */
export const IMPORT_KINDS = ['asl', 'businesses', 'stores', 'users', 'products', 'patients'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * RECEIVING and CHECKING read the file line by line. CHECKED waits for an operator to start the import. FAILED: the
 * file could not be read, or a line was refused in the mode FILE.
 */
const IMPORT_STATES = ['RECEIVING', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'FAILED'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What one transaction imports: FILE imports all lines or none, BATCH each batch without its refused lines. */
export const IMPORT_MODES = ['FILE', 'BATCH'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The reasons why a line is refused. */
export const LINE_REASONS = [
  'ALREADY_APPROVED',
  'AMBIGUOUS',
  'AMOUNT',
  'CELLS',
  'COORDINATE',
  'DATE',
  'DIGITS_LOST',
  'EAN',
  'PHARMACY_CODE',
  'EMAIL',
  'FISCAL_CODE',
  'FORMULA',
  'FUTURE_DATE',
  'GARBLED',
  'LENGTH',
  'MISSING',
  'NOT_HERE',
  'OPERATOR_OF_REGION',
  'OTHER_BUSINESS',
  'REPEATED',
  'REPEATED_BEFORE',
  'TEXT',
  'UNKNOWN',
  'VAT',
  'WEB',
  'WORD',
] as const;
/** The reasons why a line that is right should be looked at. */
const WARNING_REASONS = ['BIRTH_DATE_DIFFERS', 'GENDER_DIFFERS'] as const;
export type LineReason = (typeof LINE_REASONS | typeof WARNING_REASONS)[number];

/** The reasons why a file cannot be read or imported. */
export const FILE_REASONS = [
  'COLUMN_MISSING',
  'COLUMN_REPEATED',
  'EMPTY',
  'ENCODING',
  'LINES_REFUSED',
  'OTHER_FORMAT',
  'PASSWORD',
  'STOPPED',
  'TOO_LARGE',
  'TOO_MANY_COLUMNS',
  'TOO_MANY_ROWS',
  'UNPACKS_TOO_LARGE',
  'UNREADABLE',
] as const;
export type FileReason = (typeof FILE_REASONS)[number];

/**
 * One problem of a line, with the text of its cell. `firstLine` is the line that it repeats; `words` are the allowed values,
 * or what the cell may mean.
 */
const lineProblem = record({
  field: optional(text),
  value: optional(text),
  reason: enumOf([...LINE_REASONS, ...WARNING_REASONS]),
  firstLine: optional(integer),
  words: optional(listOf(text)),
});

/**
 * A file that is being imported. The counts are those of the check until the import starts, then those of the import.
 */
export const importRun = record({
  importId: id,
  kind: enumOf(IMPORT_KINDS),
  fileName: text,
  state: enumOf(IMPORT_STATES),
  mode: optional(enumOf(IMPORT_MODES)),
  username: optional(text),
  createTime: timestamp,
  endTime: optional(timestamp),
  /** How the file has been read. `hiddenRows` are left out if not `withHidden`. */
  readAs: optional(
    record({
      encoding: optional(text),
      sheet: optional(text),
      otherSheets: optional(listOf(text)),
      hiddenRows: optional(integer),
      withHidden: optional(flag),
    }),
  ),
  /** The row with the names of the columns. */
  headLine: optional(integer),
  /** The import reads `columns` and skips `ignoredColumns`. A column without name and content is empty. */
  columns: listOf(text),
  ignoredColumns: listOf(text),
  /** The optional columns that the file does not have. */
  freeColumns: optional(listOf(text)),
  /** The number of lines in the file, and how many of them are checked or imported. */
  lines: integer,
  processed: integer,
  created: integer,
  changed: integer,
  unchanged: integer,
  refused: integer,
  /** How many of those that create or change a row should be looked at first. */
  warned: optional(integer),
  /** `columns` are those that are missing or repeated, `format` is that of a file of another kind. */
  failure: optional(
    record({
      reason: enumOf(FILE_REASONS),
      line: optional(integer),
      columns: optional(listOf(text)),
      format: optional(text),
    }),
  ),
});
export type ImportRun = Read<typeof importRun>;

/** A line that is refused, or that should be looked at. */
export const toldLine = record({ line: integer, problems: listOf(lineProblem) });
export type ToldLine = Read<typeof toldLine>;

/** A line that changes a stored row, with the code of the row and the fields that differ. */
export const changedLine = record({
  line: integer,
  key: text,
  changes: listOf(record({ field: text, from: optional(text), to: optional(text) })),
});
export type ChangedLine = Read<typeof changedLine>;
