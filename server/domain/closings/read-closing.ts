import type { Database } from '../context.ts';
import { type MonthClosing, selectClosings, toClosing } from './select-closings.ts';

/** The closing with this id, which must exist. */
export async function readClosing(db: Database, closingId: number): Promise<MonthClosing> {
  return toClosing(await selectClosings(db).where('closing_id', '=', closingId).executeTakeFirstOrThrow());
}
