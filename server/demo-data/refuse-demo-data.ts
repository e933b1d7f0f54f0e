import type { Services } from '#server/domain/context.ts';
import { userRows } from './users.ts';

/**
 * Makes sure that a production database was never filled for a demonstration (rules §8): its users would be
 * strangers with an account, and its PINs are printed for everyone to read.
 * @throws Error when it holds an account of the demonstration
 */
export async function refuseDemoData({ db }: Pick<Services, 'db'>): Promise<void> {
  const usernames = userRows().map(({ username }) => username);
  const found = await db
    .selectFrom('app_user')
    .select('username')
    .where('username', 'in', usernames)
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return;
  throw new Error('This database holds demonstration data, which NODE_ENV=production refuses: use an empty one.');
}
