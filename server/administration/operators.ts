import * as z from 'zod/mini';
import { writeAudit } from '#server/access-log/audit.ts';
import { username as nameOfPerson } from '#contract/admin/fields.ts';
import { lockRow } from '#server/database/row-locks.ts';
import type { Database, DbAndClocks } from '#server/services.ts';
import { isLastOperator } from './write-row.ts';

interface NewOperator {
  readonly username: string;
  /** The code of a district operator's health authority; undefined for a regional operator. */
  readonly aslCode?: string | undefined;
}

async function findAsl(trx: Database, code: string) {
  const asl = await trx.selectFrom('asl').select(['asl_id', 'name']).where('code', '=', code).executeTakeFirst();
  if (asl === undefined) throw new Error(`No health authority has the code ${code}.`);
  return asl;
}

/**
 * Creates an operator, or changes an existing one: enables the account and sets the authority. The command line uses
 * it, because the first operator cannot be created on the screen.
 * @returns the result as a line to print
 * @throws Error for a name that no form accepts, for an unknown authority, or for a user who is not an operator
 */
export async function makeOperator(
  { db, now }: DbAndClocks,
  { username: given, aslCode }: NewOperator,
): Promise<string> {
  const { success, data: username } = z.safeParse(nameOfPerson, given);
  if (!success) throw new Error('A user name has 1 to 100 characters, and is not that of a till, such as till-9.');
  return db.transaction().execute(async (trx) => {
    const at = now();
    const asl = aslCode === undefined ? undefined : await findAsl(trx, aslCode);
    const asl_id = asl?.asl_id ?? null;
    const office = asl?.name ?? 'the region';
    const columns = ['user_id', 'profile', 'asl_id', 'disabled_at', 'version'] as const;
    const user = await lockRow(trx, 'app_user', columns, { username }, 'no key update');
    if (user === undefined) {
      const { user_id: id } = await trx
        .insertInto('app_user')
        .values({ username, profile: 'OPERATOR', first_name: username, last_name: username, asl_id })
        .returning('user_id')
        .executeTakeFirstOrThrow();
      const changes = { username: {}, profile: { to: 'OPERATOR' }, aslId: { to: asl_id } };
      await writeAudit(trx, { at, action: 'ROW_CREATED', details: { table: 'app_user', id, changes } });
      return `${username} is now an operator of ${office}`;
    }
    if (user.profile !== 'OPERATOR') throw new Error(`${username} is a user of another profile.`);
    if (user.disabled_at === null && user.asl_id === asl_id) return `${username} is an operator of ${office} already`;
    await trx
      .updateTable('app_user')
      .set({ asl_id, disabled_at: null, version: user.version + 1 })
      .where('user_id', '=', user.user_id)
      .execute();
    const changes = {
      aslId: { from: user.asl_id, to: asl_id },
      disabled: { from: user.disabled_at !== null, to: false },
    };
    await writeAudit(trx, { at, action: 'ROW_CHANGED', details: { table: 'app_user', id: user.user_id, changes } });
    return `${username} is an operator of ${office} again`;
  });
}

/**
 * Disables a user of any profile. A database trigger ends the user's sessions. The command line uses it, because on the
 * screen an operator is needed, and that operator may be the user to disable.
 * @returns the result as a line to print
 * @throws Error for an unknown user, and for the last operator of the region
 */
export async function disableUser({ db, now }: DbAndClocks, username: string): Promise<string> {
  try {
    return await db.transaction().execute(async (trx) => {
      const columns = ['user_id', 'version', 'disabled_at'] as const;
      const named = await lockRow(trx, 'app_user', columns, { username }, 'update');
      const till = trx
        .selectFrom('till')
        .select('till_id')
        .where('user_id', '=', named?.user_id ?? 0);
      const user = (await till.executeTakeFirst()) ? undefined : named;
      const at = now();
      if (user === undefined) throw new Error(`No user has the name ${username}.`);
      if (user.disabled_at !== null) return `${username} is disabled already`;
      await trx
        .updateTable('app_user')
        .set({ disabled_at: at, version: user.version + 1 })
        .where('user_id', '=', user.user_id)
        .execute();
      const changes = { disabled: { from: false, to: true } };
      await writeAudit(trx, { at, action: 'ROW_CHANGED', details: { table: 'app_user', id: user.user_id, changes } });
      return `${username} is disabled, and all sessions of ${username} are ended`;
    });
  } catch (error) {
    if (!isLastOperator(error)) throw error;
    const another = 'npm run operator -- --username ANOTHER';
    throw new Error(`${username} is the last operator of the region. Make another one first: ${another}`, {
      cause: error,
    });
  }
}
