import type { DbAndClock } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { selectImports } from './select-imports.ts';

export type ImportRun = Awaited<ReturnType<typeof readImport>>;

/** @throws DomainError IMPORT_NOT_FOUND */
export async function readImport({ db }: DbAndClock, importId: number) {
  const found = await selectImports(db).where('import_id', '=', importId).executeTakeFirst();
  if (found === undefined) throw new DomainError('IMPORT_NOT_FOUND');
  return found;
}
