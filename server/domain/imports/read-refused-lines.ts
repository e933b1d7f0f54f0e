import { inBatches } from '../batches.ts';
import type { Database, DbAndClock } from '../context.ts';

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
