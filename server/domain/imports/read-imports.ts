import type { ImportKind } from '#contract/entities/admin/import.ts';
import { inBatches } from '../batches.ts';
import type { Database, DbAndClock } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type Page, type PageRequest, pageWindow } from '../paging.ts';
import { shownProgress } from './progress.ts';

function selectImports(db: Database) {
  return db
    .selectFrom('import_run')
    .leftJoin('app_user', 'app_user.user_id', 'import_run.user_id')
    .select([
      'import_id as importId',
      'kind',
      'file_name as fileName',
      'state',
      'mode',
      'username',
      'created_at as createdAt',
      'ended_at as endedAt',
      'columns',
      'ignored_columns as ignoredColumns',
      'free_columns as freeColumns',
      'lines',
      shownProgress().as('processed'),
      'created',
      'changed',
      'unchanged',
      'refused',
      'failure',
    ]);
}

export type ImportRun = Awaited<ReturnType<typeof readImport>>;

/** @throws DomainError IMPORT_NOT_FOUND */
export async function readImport({ db }: DbAndClock, importId: number) {
  const found = await selectImports(db).where('import_id', '=', importId).executeTakeFirst();
  if (found === undefined) throw new DomainError('IMPORT_NOT_FOUND');
  return found;
}

/** The imports, newest first. */
export async function searchImports({ db }: DbAndClock, request: PageRequest): Promise<Page<ImportRun>> {
  const { page, pageSize, offset } = pageWindow(request);
  const rows = await selectImports(db)
    .orderBy('import_run.created_at', 'desc')
    .orderBy('import_id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  const { count } = await db
    .selectFrom('import_run')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, page, pageSize, totalCount: Number(count) };
}

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
export async function* readRefusedLines({ db }: DbAndClock, importId: number, signal: AbortSignal, count = Infinity) {
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

/**
 * The refused lines of a file with its columns under their known names, so that a user can correct and send them again.
 */
export interface RefusedReport {
  readonly kind: ImportKind;
  readonly columns: readonly string[];
  readonly batches: ReturnType<typeof readRefusedLines>;
}

/** @throws DomainError IMPORT_NOT_FOUND */
export async function readRefusedReport(
  services: DbAndClock,
  importId: number,
  signal: AbortSignal,
): Promise<RefusedReport> {
  const found = await services.db
    .selectFrom('import_run')
    .select(['kind', 'report_columns as columns'])
    .where('import_id', '=', importId)
    .executeTakeFirst();
  if (found === undefined) throw new DomainError('IMPORT_NOT_FOUND');
  return { ...found, batches: readRefusedLines(services, importId, signal) };
}
