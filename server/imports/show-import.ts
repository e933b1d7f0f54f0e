import { sql } from 'kysely';
import type { ImportKind } from '#contract/admin/imports.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { consultationWriter, writeConsultation } from '#server/access-log/consultations.ts';
import type { Row, Sheet } from '#server/documents/sheet.ts';
import { DomainError } from '#server/domain-error.ts';
import { inBatches } from '#server/lists.ts';
import type { Database, DbAndClocks, Principal } from '#server/services.ts';
import { labelOf } from './column-names.ts';
import type { LineProblem } from './import-kind.ts';
import { readImport } from './imports.ts';
import { KINDS } from './kinds.ts';
import { REPORT_COLUMNS } from './read-lines.ts';

function selectRefused(db: Database, importId: number, after: number, limit: number) {
  return db
    .selectFrom('import_line')
    .select(['line', 'cells', 'problems', 'refusal'])
    .where('import_id', '=', importId)
    .where('outcome', '=', 'REFUSED')
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** The refused lines of a file in their order, in batches. */
export async function* readRefusedLines({ db }: DbAndClocks, importId: number, signal: AbortSignal, count = Infinity) {
  const read = (last: { readonly line: number } | undefined, limit: number) =>
    selectRefused(db, importId, last?.line ?? 0, limit);
  for await (const batch of inBatches(read, signal, count)) {
    yield batch.map(({ line, cells, problems, refusal }) => ({
      line,
      cells,
      problems: problems ?? (refusal === null ? [] : [refusal]),
    }));
  }
}

function selectWarned(db: Database, importId: number, limit: number) {
  return db
    .selectFrom('import_line')
    .select(['line', 'cells', 'warnings', 'same_person'])
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['CREATED', 'CHANGED'])
    .where((eb) => eb.or([eb('warnings', 'is not', null), eb('same_person', 'is not', null)]))
    .limit(limit);
}

type WarnedRow = Awaited<ReturnType<ReturnType<typeof selectWarned>['execute']>>[number];

function toWarned({ warnings, same_person: samePerson, ...line }: WarnedRow) {
  return { ...line, problems: [...(samePerson ? [samePerson] : []), ...(warnings ?? [])] };
}

/** The lines of a checked file that should be looked at, in their order, in batches. */
export async function* readWarnedLines({ db }: DbAndClocks, importId: number, signal: AbortSignal) {
  const read = (last: { readonly line: number } | undefined, limit: number) =>
    selectWarned(db, importId, limit)
      .where('line', '>', last?.line ?? 0)
      .orderBy('line')
      .execute();
  for await (const batch of inBatches(read, signal, Infinity)) yield batch.map(toWarned);
}

type RefusedLine = ReturnType<typeof readRefusedLines> extends AsyncGenerator<(infer L)[]> ? L : never;
/** The text of a problem. */
type Say = (problem: LineProblem) => string;

/** The stored patients whose fiscal codes stand in lines of a file, refused or not, or are `others`. */
async function patientsIn(
  db: Database,
  columns: readonly string[],
  lines: readonly { readonly cells: readonly string[] }[],
  others: readonly string[] = [],
): Promise<readonly number[]> {
  const place = columns.indexOf(KINDS.patients.key.field);
  const codes = [...lines.map(({ cells }) => normalizeFiscalCode(cells[place] ?? '')), ...others];
  const { rows } = await sql<{ id: number }>`select patient_id as id from patient
    where fiscal_code = any(${codes}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** The text of each problem, and when the reader is gone. */
interface Reading {
  readonly say: Say;
  readonly signal: AbortSignal;
}

/**
 * The refused lines of a file with its columns under their known names, so that a user can correct and send them again,
 * then line number and reasons. Whoever sees the lines of patients who are stored consults them.
 * @throws DomainError IMPORT_NOT_FOUND
 */
export async function refusedLinesSheet(
  services: DbAndClocks,
  principal: Principal,
  importId: number,
  { say, signal }: Reading,
) {
  const { db, now } = services;
  const found = await db
    .selectFrom('import_run')
    .select(['kind', 'report_columns as columns'])
    .where('import_id', '=', importId)
    .executeTakeFirst();
  if (found === undefined) throw new DomainError('IMPORT_NOT_FOUND');
  const { kind, columns } = found;
  const consult = consultationWriter(db, principal, { at: now() });
  async function* batches() {
    for await (const batch of readRefusedLines(services, importId, signal)) {
      if (kind === 'patients') await consult(await patientsIn(db, columns, batch));
      yield batch;
    }
  }
  const sheet: Sheet<RefusedLine> = {
    columns: [...columns.map(labelOf), ...REPORT_COLUMNS],
    isText: columns.map(() => true),
    batches: batches(),
    toRows: (batch) =>
      batch.map(({ line, cells, problems }): Row => [
        ...columns.map((_column, index) => cells[index] ?? ''),
        line,
        problems.map(say).join('; '),
      ]),
    facts: () => [],
  };
  return { kind, sheet };
}

/** The maximum number of refused lines that are shown, and of lines with a warning; the CSV file has all refused ones. */
const SHOWN_LINES = 50;
const SHOWN_CHANGES = 10;
const SHOWN_SAMPLES = 6;
const SHOWN_LENGTH = 100;

/** A signal that never aborts. */
const NEVER = new AbortController().signal;

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

interface LineWithProblems<P> {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly P[];
}

/** The names of a file's columns, known ones as the import names them. */
export async function readReportColumns(db: Database, importId: number): Promise<readonly string[]> {
  const run = db.selectFrom('import_run').select('report_columns as columns').where('import_id', '=', importId);
  return (await run.executeTakeFirstOrThrow()).columns;
}

/** Adds the text of its cell to each problem. */
export function withValues<P extends { readonly field?: string }>(
  { line, cells, problems }: LineWithProblems<P>,
  columns: readonly string[],
) {
  return {
    line,
    problems: problems.map((problem) => {
      const value = problem.field === undefined ? '' : (cells[columns.indexOf(problem.field)] ?? '');
      return value === '' ? problem : { ...problem, value: shorten(value) };
    }),
  };
}

function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return shorten(Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value));
}

/** The lines that change a stored row, or the patient to whom they add a dossier, with what differs. */
async function readChangedLines(db: Database, importId: number, kind: ImportKind) {
  const rows = await db
    .selectFrom('import_line')
    .select(['line', 'target_id as id', 'was', 'becomes'])
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['CREATED', 'CHANGED'])
    .where('was', 'is not', null)
    .where(sql<boolean>`was <> becomes`)
    .orderBy('line')
    .limit(SHOWN_CHANGES)
    .execute();
  return rows.map(({ line, id, was, becomes }) => ({
    line,
    id,
    key: toText(becomes?.[KINDS[kind].key.field]) ?? '',
    changes: Object.entries(becomes ?? {}).flatMap(([field, value]) => {
      const [from, to] = [toText(was?.[field]), toText(value)];
      return from === to ? [] : [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
    }),
  }));
}

/** The first texts that are not in ASCII, by which a person sees whether the encoding was the right one. */
async function readSamples(db: Database, importId: number): Promise<string[]> {
  const { rows } = await sql<{ cell: string }>`select distinct cell from (
      select cells from import_line where import_id = ${importId}
        and octet_length(array_to_string(cells, '')) > char_length(array_to_string(cells, ''))
      order by line limit ${SHOWN_SAMPLES}
    ) as first_lines cross join unnest(cells) as cell
    where octet_length(cell) > char_length(cell) limit ${SHOWN_SAMPLES}`.execute(db);
  return rows.map(({ cell }) => shorten(cell));
}

/**
 * The import with the first of its refused lines; while it waits for its start, also of the lines that should be looked
 * at and of those that change a row. Whoever sees lines of patients who are stored consults them.
 * @throws DomainError IMPORT_NOT_FOUND
 */
export async function showImport(services: DbAndClocks, principal: Principal, importId: number) {
  const { db, now } = services;
  const row = await readImport(services, importId);
  const columns = await readReportColumns(db, importId);
  const isChecked = row.state === 'CHECKED';
  const refused: RefusedLine[] = [];
  for await (const batch of readRefusedLines(services, importId, NEVER, SHOWN_LINES)) refused.push(...batch);
  // A second patient gets a second voucher: that comes before what differs from a code.
  const found = selectWarned(db, importId, SHOWN_LINES)
    .orderBy(sql`same_person is null`)
    .orderBy('line');
  const warned = isChecked ? await found.execute() : [];
  const changed = isChecked ? await readChangedLines(db, importId, row.kind) : [];
  if (row.kind === 'patients') {
    const others = warned.flatMap(({ same_person: samePerson }) => samePerson?.words ?? []);
    const patientIds = await patientsIn(db, columns, [...refused, ...warned], others);
    await writeConsultation(db, principal, [...patientIds, ...changed.flatMap(({ id }) => id ?? [])], { at: now() });
  }
  const refusedLines = refused.map((line) => withValues(line, columns));
  if (!isChecked) return { row, refusedLines };
  return {
    row,
    refusedLines,
    warnedLines: warned.map((line) => withValues(toWarned(line), columns)),
    changedLines: changed.map(({ id: _id, ...line }) => line),
    samples: row.readAs.encoding === 'Windows-1252' ? await readSamples(db, importId) : [],
  };
}
