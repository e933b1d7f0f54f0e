import type { importRun } from '#contract/entities/admin/import.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import type { Sent } from '#contract/wire.ts';
import { DomainError } from '#server/domain-error.ts';
import { type Page, type PageRequest, pageWindow } from '#server/lists.ts';
import type { Database, DbAndClock } from '#server/services.ts';
import { shownProgress } from './continue-import.ts';

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
      'warned',
      'head_line as headLine',
      'read_as as readAs',
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

export function serializeImport(from: ImportRun): Sent<typeof importRun> {
  const { createdAt, endedAt, username, mode, failure, headLine, ...run } = from;
  return {
    ...run,
    createTime: toOffsetTimestamp(createdAt),
    ...(endedAt && { endTime: toOffsetTimestamp(endedAt) }),
    ...(username !== null && { username }),
    ...(mode && { mode }),
    ...(failure && { failure }),
    ...(headLine !== null && { headLine }),
  };
}
