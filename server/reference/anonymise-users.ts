import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { lockBriefly } from '#server/database/row-locks.ts';
import { doDaily } from '#server/database/steps.ts';
import type { ClocksAndRules, DbAndClocks } from '#server/services.ts';

/** What stands in place of the user name, before the user's number; no person may be called so. */
const ANONYMOUS = 'ANONIMO-';

export function isAnonymousUser(username: unknown): boolean {
  return String(username).startsWith(ANONYMOUS);
}

/**
 * Whether a user of the table `app_user` is to be made anonymous, in SQL: a person who is disabled, and of whom no record
 * is younger than accesses are kept. The user of a till has no person's name.
 */
function isDue({ clock, rules }: ClocksAndRules): RawBuilder<SqlBool> {
  const since = sql`${clock()} - make_interval(months => ${rules.recordMonths.consultation})`;
  const hasIn = (table: string) =>
    sql`exists (select from ${sql.table(table)} as written where written.user_id = app_user.user_id and written.at >= ${since})`;
  return sql`(disabled_at < ${since} and not starts_with(username, ${ANONYMOUS})
    and not exists (select from till where till.user_id = app_user.user_id)
    and not ${hasIn('consultation')} and not ${hasIn('audit')})`;
}

/**
 * Takes from each user who is due what tells who it was: names and user name. The number stays, by which records, sales,
 * orders and closings tell of the user. Once a day.
 * @param stop ends it after the present step
 * @returns the number of users of this run
 */
export async function anonymiseUsersDaily(services: DbAndClocks & ClocksAndRules, stop: AbortSignal): Promise<number> {
  const { count } = await doDaily(services, 'users', stop, async (trx, { after, size }) => {
    const { rows } = await sql<{ user_id: number; is_due: boolean }>`
      select user_id, ${isDue(services)} as is_due from app_user
      where user_id > ${after} order by user_id limit ${size}`.execute(trx);
    const last = rows.at(-1);
    if (last === undefined) return { upTo: 'over' };
    const due = rows.filter((row) => row.is_due).map((row) => row.user_id);
    const which = sql`user_id = any(${due}::bigint[])`;
    await lockBriefly(trx, { table: 'app_user', key: 'user_id', which, strength: 'update' });
    const changed = await sql`
      with changed as (
        update app_user set username = ${ANONYMOUS} || user_id, first_name = 'Utente', last_name = 'n. ' || user_id,
          version = version + 1
        where ${which} and ${isDue(services)} returning user_id
      )
      insert into audit (at, action, details)
        select ${services.clock()}, 'USER_ANONYMISED', jsonb_build_object('table', 'app_user', 'id', user_id)
        from changed returning audit_id`.execute(trx);
    return { upTo: last.user_id, count: changed.rows.length };
  });
  return count;
}
