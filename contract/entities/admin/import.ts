import { type Read, enumOf, id, integer, listOf, optional, record, text, timestamp } from '../../wire.ts';

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
  'AMOUNT',
  'CELLS',
  'COORDINATE',
  'DATE',
  'EAN',
  'EMAIL',
  'FISCAL_CODE',
  'FORMULA',
  'FUTURE_DATE',
  'LENGTH',
  'MISSING',
  'NOT_HERE',
  'OPERATOR_OF_REGION',
  'OTHER_BUSINESS',
  'REPEATED',
  'TEXT',
  'UNKNOWN',
  'VAT',
  'WORD',
] as const;
export type LineReason = (typeof LINE_REASONS)[number];

/** The reasons why a file cannot be read or imported. */
export const FILE_REASONS = [
  'COLUMN_MISSING',
  'COLUMN_REPEATED',
  'EMPTY',
  'LINES_REFUSED',
  'NOT_UTF8',
  'STOPPED',
  'TOO_LARGE',
  'TOO_MANY_ROWS',
  'UNPACKS_TOO_LARGE',
  'UNREADABLE',
] as const;
export type FileReason = (typeof FILE_REASONS)[number];

/** One problem of a line. `firstLine` is the line that it repeats; `words` are the allowed values. */
const lineProblem = record({
  field: optional(text),
  reason: enumOf(LINE_REASONS),
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
  /** The import reads `columns` and skips `ignoredColumns`. */
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
  failure: optional(record({ reason: enumOf(FILE_REASONS), line: optional(integer), column: optional(text) })),
});
export type ImportRun = Read<typeof importRun>;

export const refusedLine = record({ line: integer, problems: listOf(lineProblem) });
export type RefusedLine = Read<typeof refusedLine>;
