import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { file, pagination } from '../entities/shared.ts';
import { described, EVERY_FORMAT, fileFormat, page, severalOf, smallSize } from '../request.ts';
import { enumOf, flag, id, integer, listOf, optional, type Read, record, text, timestamp } from '../wire.ts';
import { rowParams } from './fields.ts';

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
 * RECEIVING and CHECKING read the file line by line. CHECKED waits for an operator to start the import. FAILED: the file
 * could not be read, or its import was ended by an error.
 */
const IMPORT_STATES = ['RECEIVING', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'FAILED'] as const;

/** The reasons why a line is refused. */
export const LINE_REASONS = [
  'ALREADY_APPROVED',
  'AMBIGUOUS',
  'AMOUNT',
  'CELLS',
  'CLOSED_KIND',
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
  'USERNAME',
  'VAT',
  'WEB',
  'WORD',
] as const;
/** The reasons why a line that is right should be looked at. */
const WARNING_REASONS = ['BIRTH_DATE_DIFFERS', 'GENDER_DIFFERS', 'SAME_PERSON'] as const;
export type LineReason = (typeof LINE_REASONS | typeof WARNING_REASONS)[number];

/** The reasons why a file cannot be read or imported. */
export const FILE_REASONS = [
  'COLUMN_MISSING',
  'COLUMN_REPEATED',
  'EMPTY',
  'ENCODING',
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
 * One problem of a line, with the text of its cell. `firstLine` is the line that it repeats, or with the same person; `words` are
 * the allowed values, what the cell may mean, or the codes of stored patients that are the same person.
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
  /** `columns` are those that are missing or repeated. */
  failure: optional(
    record({
      reason: enumOf(FILE_REASONS),
      line: optional(integer),
      columns: optional(listOf(text)),
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

const access = ['REGION'] as const;
const kindParams = z.strictObject({
  kind: described(z.enum(IMPORT_KINDS), { description: 'What each line of the file describes.', example: 'patients' }),
});
const answer = record({ row: importRun });
/** Bytes of the multipart body that are not the file itself. */
const AROUND_FILE = 64 * 1024;

/** A file of a form: the chosen `File` in the portal, a stream on the server. */
const formFile = z
  .custom<File | IncomingFile>((value) => typeof value === 'object')
  .register(z.globalRegistry, {
    type: 'string',
    format: 'binary',
    description: 'A CSV or XLSX file (docs/imports.md).',
    example: 'patients.csv',
  });

/** The meaning that the user gives to an unknown column: its position (from 1) and the column name to use. */
const meantColumn = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,2}:[a-zA-Z\d]{1,40}$/)),
  z.transform((given: string) => {
    const [place, name = ''] = given.split(':');
    return { place: Number(place), name };
  }),
);

export const uploadImport = defineCall({
  name: 'admin-imports.create',
  method: 'POST',
  path: '/api/v1/extra/admin/imports/upload/{kind}',
  summary: 'Extra: sends a CSV or XLSX file; its lines are checked, and nothing is imported yet.',
  access,
  params: kindParams,
  query: z.strictObject({
    columns: z.optional(
      described(severalOf(meantColumn), {
        description: 'Fields of columns with unknown headings: column number from 1, a colon, name of the field.',
        example: '2:firstName,3:lastName',
      }),
    ),
    hiddenRows: z.optional(
      described(z.literal('READ'), {
        description: 'READ: rows that are hidden in the spreadsheet are read too.',
        example: 'READ',
      }),
    ),
  }),
  encoding: 'multipart',
  body: z.strictObject({ file: formFile }),
  bodyLimit: IMPORT_FILE_LIMIT + AROUND_FILE,
  answer,
});

export const searchImports = defineCall({
  name: 'admin-imports.search',
  method: 'GET',
  path: '/api/v1/extra/admin/imports',
  summary: 'Extra: the files that were sent, newest first.',
  access,
  // How far an import is changes every second.
  way: 'sale',
  rate: 'search',
  query: z.strictObject({ page, size: smallSize }),
  answer: record({ rows: listOf(importRun), pagination }),
});

export const downloadImports = defineCall({
  name: 'admin-imports.export',
  method: 'GET',
  path: '/api/v1/extra/admin/imports/csv',
  summary: 'Extra: the same as CSV or XLSX.',
  access,
  query: z.strictObject({ format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const readImport = defineCall({
  name: 'admin-imports.read',
  method: 'GET',
  path: '/api/v1/extra/admin/imports/{id}',
  summary:
    'Extra: the progress of an import, and the first of its lines that are refused, to be looked at, or change a row.',
  access,
  way: 'sale',
  params: rowParams,
  answer: record({
    row: importRun,
    refusedLines: listOf(toldLine),
    warnedLines: optional(listOf(toldLine)),
    changedLines: optional(listOf(changedLine)),
    /** Texts with letters that the encoding decides on, where it could only be guessed. */
    samples: optional(listOf(text)),
  }),
});

export const startImport = defineCall({
  name: 'admin-imports.start',
  method: 'POST',
  path: '/api/v1/extra/admin/imports/{id}/start',
  summary: 'Extra: imports the right lines of a file that has been checked. It may be sent again.',
  access,
  params: rowParams,
  body: z.strictObject({
    onlyIfNoneRefused: z.optional(
      described(z.boolean(), {
        description: 'Whether the import starts only if the check has refused no line.',
        example: true,
      }),
    ),
  }),
  answer,
});

export const deleteImport = defineCall({
  name: 'admin-imports.delete',
  method: 'DELETE',
  path: '/api/v1/extra/admin/imports/{id}',
  summary: 'Extra: discards a checked file without importing it.',
  access,
  params: rowParams,
  answer,
});

export const downloadRefusedLines = defineCall({
  name: 'admin-imports.downloadRefused',
  method: 'GET',
  path: '/api/v1/extra/admin/imports/{id}/refused/csv',
  summary: 'Extra: the refused lines of a file with their reasons, as CSV or XLSX to correct and send again.',
  access,
  params: rowParams,
  query: z.strictObject({ format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});

export const downloadImportTemplate = defineCall({
  name: 'admin-imports.downloadTemplate',
  method: 'GET',
  path: '/api/v1/extra/admin/imports/templates/{kind}/csv',
  summary: 'Extra: a file of one kind with all its columns and an example, as CSV or XLSX.',
  access,
  params: kindParams,
  query: z.strictObject({ format: fileFormat }),
  answer: file,
  extras: EVERY_FORMAT,
});
