import { addDays, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { ASL, BUSINESSES } from '#tests/api/support/fixture.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';

/** The purchases of a year; none of them is of a patient who buys in the example. */
const HISTORY = { count: 100_000, lines: 3, days: 365 };

/** Loads a history to read in, and more users of a shop; answers their ids. */
export async function fillHistory(ownerUrl: string, users: number): Promise<readonly number[]> {
  const { db, close } = await openDatabase({ kind: 'postgres', url: ownerUrl, poolSize: 1 });
  const [from, until] = [startOfDay(addDays(romeDay(new Date()), -HISTORY.days)), new Date()];
  await fillPurchases(db, { count: HISTORY.count, lines: HISTORY.lines, from, until, aslId: ASL.cagliari });
  const added = Array.from({ length: users }, (_, index) => ({
    username: `utente.${index}`,
    profile: 'BUSINESS' as const,
    first_name: 'Nome',
    last_name: 'Cognome',
    asl_id: null,
  }));
  const ids = await db.insertInto('app_user').values(added).returning('user_id').execute();
  const places = ids.map(({ user_id }) => ({ user_id, business_id: BUSINESSES.aurora }));
  await db.insertInto('user_business').values(places).execute();
  await close();
  return ids.map(({ user_id }) => user_id);
}
