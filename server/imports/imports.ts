import { sql, type SqlBool } from 'kysely';
import { type Origin, writeAudit } from '#server/access-log/audit.ts';
import { lockRow } from '#server/database/row-locks.ts';
import { lockOperator, requireOperator } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { allRows, countRows, type Page, type PageRequest, pageWindow } from '#server/lists.ts';
import type { Database, DbAndClocks } from '#server/services.ts';

function selectImports(db: Database) {
  return db
    .selectFrom('import_run')
    .leftJoin('app_user', 'app_user.user_id', 'import_run.user_id')
    .select([
      'import_id as importId',
      'kind',
      'file_name as fileName',
      'state',
      'username',
      'created_at as createTime',
      'ended_at as endTime',
      'columns',
      'ignored_columns as ignoredColumns',
      'free_columns as freeColumns',
      'lines',
      'processed',
      'created',
      'changed',
      'unchanged',
      'refused',
      'warned',
      'head_line as headLine',
      'read_as as readAs',
      'failure',
    ]);
}

export type ImportRun = Awaited<ReturnType<typeof readImport>>;

/** @throws DomainError IMPORT_NOT_FOUND */
export async function readImport({ db }: Pick<DbAndClocks, 'db'>, importId: number) {
  const found = await selectImports(db).where('import_id', '=', importId).executeTakeFirst();
  if (found === undefined) throw new DomainError('IMPORT_NOT_FOUND');
  return found;
}

function newestFirst(db: Database) {
  return selectImports(db).orderBy('import_id', 'desc');
}

/** All imports, newest first, for a document; it can be read once. */
export function readAllImports({ db }: DbAndClocks, signal: AbortSignal): AsyncIterable<readonly ImportRun[]> {
  const read = (after: ImportRun | undefined, limit: number) =>
    newestFirst(db)
      .$if(after !== undefined, (runs) => runs.where('import_id', '<', after?.importId ?? 0))
      .limit(limit)
      .execute();
  return allRows(read, signal);
}

/** The imports, newest first. */
export async function searchImports({ db }: DbAndClocks, request: PageRequest): Promise<Page<ImportRun>> {
  const window = pageWindow(request);
  const rows = await newestFirst(db).limit(window.pageSize).offset(window.offset).execute();
  const counted = await countRows(db, window, (limit) => db.selectFrom('import_run').select('import_id').limit(limit));
  return { rows, ...window, ...counted };
}

/** Locks an import that waits for its start. */
async function lockChecked(trx: Database, importId: number) {
  const run = await lockRow(trx, 'import_run', ['state', 'kind', 'refused'], { import_id: importId }, 'update');
  if (run === undefined) throw new DomainError('IMPORT_NOT_FOUND');
  if (run.state !== 'CHECKED') throw new DomainError('IMPORT_NOT_CHECKED');
  return run;
}

/**
 * Starts the import of the right lines of a checked file.
 * @param onlyIfNoneRefused refuses to start where the check has refused a line
 * @returns the import
 * @throws DomainError IMPORT_NOT_FOUND, IMPORT_NOT_CHECKED, IMPORT_HAS_REFUSED_LINES
 */
export async function startImport(
  { db, now }: DbAndClocks,
  by: { readonly userId: number | null } & Partial<Origin>,
  importId: number,
  onlyIfNoneRefused: boolean,
): Promise<ImportRun> {
  return db.transaction().execute(async (trx) => {
    const held = by.userId === null ? undefined : await lockOperator(trx, by.userId);
    const run = await lockChecked(trx, importId);
    if (held && by.userId !== null) await requireOperator(held, { userId: by.userId, aslId: null });
    if (onlyIfNoneRefused && run.refused > 0) throw new DomainError('IMPORT_HAS_REFUSED_LINES');
    const at = now();
    const counts = { processed: 0, created: 0, changed: 0, unchanged: 0, refused: 0, warned: 0 };
    await trx
      .updateTable('import_run')
      .set({ state: 'RUNNING', touched_at: at, ...counts })
      .where('import_id', '=', importId)
      .execute();
    const { userId, ...origin } = by;
    await writeAudit(trx, {
      at,
      action: 'IMPORT_STARTED',
      ...(userId !== null && { by: { userId, businessId: null, ...origin } }),
      details: { importId, kind: run.kind, onlyIfNoneRefused },
    });
    return readImport({ db: trx }, importId);
  });
}

/**
 * Deletes a checked file that will not be imported.
 * @returns the import as it was
 * @throws DomainError IMPORT_NOT_FOUND, or IMPORT_NOT_CHECKED when the import has been started or has ended
 */
export async function deleteImport({ db }: Pick<DbAndClocks, 'db'>, importId: number): Promise<ImportRun> {
  return db.transaction().execute(async (trx) => {
    await lockChecked(trx, importId);
    const deleted = await readImport({ db: trx }, importId);
    await trx.deleteFrom('import_run').where('import_id', '=', importId).execute();
    return deleted;
  });
}

const HOUR_MS = 3_600_000;
/** In ms. When no data have come for so long, the upload counts as aborted. */
const SILENT_MS = HOUR_MS;
/** In ms. A checked file waits so long for its start; the refused lines of an ended import are kept so long. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** Lines per statement. */
const DELETED_AT_ONCE = 5000;

/**
 * Deletes aborted uploads, files that nobody started, the lines of old imports, and those of a failed one that are not
 * refused.
 * @param stop ends it after the present batch
 */
export async function deleteOldImports({ db, now }: DbAndClocks, stop: AbortSignal): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  // Nobody can start them any more.
  await db
    .updateTable('import_run')
    .set({ state: 'RECEIVING' })
    .where('state', '=', 'CHECKED')
    .where('touched_at', '<', before(KEPT_MS))
    .execute();
  const isAborted = sql<SqlBool>`state = 'RECEIVING' and touched_at < ${before(SILENT_MS)}`;
  const old = sql`select import_line.import_id, line from import_line join import_run using (import_id)
    where (${isAborted}) or ended_at < ${before(KEPT_MS)} or (state = 'FAILED' and outcome is distinct from 'REFUSED')
    limit ${DELETED_AT_ONCE}`;
  let deleted = DELETED_AT_ONCE;
  while (deleted > 0 && !stop.aborted) {
    const { numAffectedRows } = await sql`delete from import_line where (import_id, line) in (${old})`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
  if (!stop.aborted) await db.deleteFrom('import_run').where(isAborted).execute();
}
