import { userRows } from '#demo/businesses.ts';
import type { Services } from '#server/services.ts';

/**
 * Checks that a production database holds no demonstration data (rules §8). Otherwise strangers would have accounts,
 * and the PINs are public.
 * @throws Error when the database holds a demonstration account
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
