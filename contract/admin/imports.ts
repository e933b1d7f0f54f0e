import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  IMPORT_FILE_LIMIT,
  IMPORT_KINDS,
  IMPORT_MODES,
  type IncomingFile,
  changedLine,
  importRun,
  toldLine,
} from '../entities/admin/import.ts';
import { file } from '../entities/file.ts';
import { pagination } from '../entities/pagination.ts';
import { EVERY_FORMAT, described, fileFormat, page, severalOf, smallSize } from '../request.ts';
import { listOf, optional, record, text } from '../wire.ts';
import { rowParams } from './fields.ts';

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
    description: 'A CSV, XLSX or ODS file (docs/imports.md).',
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
  summary: 'Extra: sends a CSV, XLSX or ODS file; its lines are checked, and nothing is imported yet.',
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
  rate: 'search',
  query: z.strictObject({ page, size: smallSize }),
  answer: record({ rows: listOf(importRun), pagination }),
});

export const readImport = defineCall({
  name: 'admin-imports.read',
  method: 'GET',
  path: '/api/v1/extra/admin/imports/{id}',
  summary:
    'Extra: the progress of an import, and the first of its lines that are refused, to be looked at, or change a row.',
  access,
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
  summary: 'Extra: imports a file that has been checked.',
  access,
  params: rowParams,
  body: z.strictObject({
    mode: described(z.enum(IMPORT_MODES), {
      description:
        'What is imported in one transaction, so wholly or not at all: the whole file, or each batch of its lines.',
      example: 'BATCH',
    }),
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
