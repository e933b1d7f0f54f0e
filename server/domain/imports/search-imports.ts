import type { DbAndClock } from '../context.ts';
import { type Page, type PageRequest, pageWindow } from '../paging.ts';
import type { ImportRun } from './read-import.ts';
import { selectImports } from './select-imports.ts';

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
