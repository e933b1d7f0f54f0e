import { writeAudit } from '../audit/write-audit.ts';
import type { DbAndClock } from '../context.ts';
import { isLastOperator } from './constraint-error.ts';

/**
 * Disables a user of any profile. A database trigger ends the user's sessions. The command line uses it, because on the
 * screen an operator is needed, and that operator may be the user to disable.
 * @returns the result as a line to print
 * @throws Error for an unknown user, and for the last operator of the region
 */
export async function disableUser({ db, now }: DbAndClock, username: string): Promise<string> {
  try {
    return await db.transaction().execute(async (trx) => {
      const user = await trx
        .selectFrom('app_user')
        .select(['user_id', 'version', 'disabled_at'])
        .where('username', '=', username)
        .forUpdate()
        .executeTakeFirst();
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
