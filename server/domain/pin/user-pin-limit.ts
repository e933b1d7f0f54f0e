import { sql } from 'kysely';
import type { Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';

const HOUR_MS = 3_600_000;

/** The time in ms after which one wrong PIN no longer counts. */
function msOfOne({ rules }: Pick<Services, 'rules'>): number {
  return HOUR_MS / rules.pin.userFailuresPerHour;
}

/** The limit after an attempt that has been counted. */
export interface UserPace {
  /** Whether the user must wait before the next attempt. */
  readonly isReached: boolean;
}

/**
 * Counts an attempt as a wrong PIN of the user, before it is known to be one. The number of wrong PINs of a user per hour is
 * limited over all patients. That is independent of the lock of each PIN, and a right PIN takes back only itself
 * (docs/decisions/0031-limits-that-stop-the-attacker-alone.md).
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait; then nothing is counted
 */
export async function countForUser(
  trx: Database,
  { rules, now: clock }: Pick<Services, 'rules' | 'now'>,
  userId: number,
): Promise<UserPace> {
  const now = clock();
  const one = msOfOne({ rules });
  /** Who has counted beyond this instant waits. */
  const limit = now.getTime() + HOUR_MS - one;
  const counted = await trx
    .insertInto('pin_pace')
    .values({ user_id: userId, forgotten_at: new Date(now.getTime() + one) })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          forgotten_at: sql`greatest(pin_pace.forgotten_at, ${now}::timestamptz) + ${one} * interval '1 millisecond'`,
        })
        .where('pin_pace.forgotten_at', '<=', new Date(limit)),
    )
    .returning('forgotten_at')
    .executeTakeFirst();
  if (counted) return { isReached: counted.forgotten_at.getTime() > limit };
  const { forgotten_at: forgottenAt } = await trx
    .selectFrom('pin_pace')
    .select('forgotten_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((forgottenAt.getTime() - limit) / 1000) });
}

/** Takes back one attempt of a user, which was right. */
export async function takeBackForUser({ db, rules }: Pick<Services, 'db' | 'rules'>, userId: number): Promise<void> {
  await db
    .updateTable('pin_pace')
    .set({ forgotten_at: sql`forgotten_at - ${msOfOne({ rules })} * interval '1 millisecond'` })
    .where('user_id', '=', userId)
    .execute();
}
