import { type Read, id, integer, listOf, oneOf, optional, record, text, timestamp } from '../../wire.ts';

/** Bytes of a file. */
export const IMPORT_FILE_LIMIT = 50 * 1024 * 1024;

/** A file as the server receives it. */
export interface IncomingFile {
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What a file may bring, as the command names it. */
export const IMPORT_KINDS = ['asl', 'businesses', 'stores', 'users', 'products', 'patients'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * A file is received and checked line by line; once an operator has started it, it runs until it is done. FAILED: the file
 * could not be read, or, all or nothing, a line of it was refused.
 */
const IMPORT_STATES = ['RECEIVING', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'FAILED'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What is done wholly or not at all: the file, or each batch of its lines, without those that are refused. */
export const IMPORT_MODES = ['FILE', 'BATCH'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** Why a line is refused. */
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

/** Why a file cannot be read, or has not been imported. */
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

/** One thing that is wrong with a line: `firstLine` is where what it repeats stands, `words` are those that are allowed. */
const lineProblem = record({
  field: optional(text),
  reason: oneOf(LINE_REASONS),
  firstLine: optional(integer),
  words: optional(listOf(text)),
});

/** A file on its way into the database. The counts are those of the check until it runs, then of the run. */
export const importRun = record({
  importId: id,
  kind: oneOf(IMPORT_KINDS),
  fileName: text,
  state: oneOf(IMPORT_STATES),
  mode: optional(oneOf(IMPORT_MODES)),
  username: optional(text),
  createTime: timestamp,
  endTime: optional(timestamp),
  /** The columns of the file that are read, and those that are not. */
  columns: listOf(text),
  ignoredColumns: listOf(text),
  /** The names of columns that the file could have and has not. */
  freeColumns: optional(listOf(text)),
  /** Lines of the file, and how many of them are checked, or done with. */
  lines: integer,
  processed: integer,
  created: integer,
  changed: integer,
  unchanged: integer,
  refused: integer,
  failure: optional(record({ reason: oneOf(FILE_REASONS), line: optional(integer), column: optional(text) })),
});
export type ImportRun = Read<typeof importRun>;

/** A line that is refused. */
export const refusedLine = record({ line: integer, problems: listOf(lineProblem) });
export type RefusedLine = Read<typeof refusedLine>;
