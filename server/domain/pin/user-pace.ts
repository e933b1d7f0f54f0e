import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';

const HOUR_MS = 3_600_000;

/** For how long one wrong PIN is held against its user, when it is the only one. */
function msOfOne({ rules }: Services): number {
  return HOUR_MS / rules.pin.userFailuresPerHour;
}

/** How long the user has to wait, in ms, with the last wrong one forgotten at this instant; not at all below 1. */
function msToWait(services: Services, forgottenAt: Date): number {
  return forgottenAt.getTime() + msOfOne(services) - HOUR_MS - services.now().getTime();
}

/**
 * Slows down a user whose PINs are wrong over several patients, whatever the lock of each: so many an hour may be wrong,
 * and no right one takes them back (docs/decisions/0031).
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function requireUserMayTry(services: Services, userId: number): Promise<void> {
  const pace = await services.db
    .selectFrom('pin_pace')
    .select('forgotten_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (pace === undefined) return;
  const waitMs = msToWait(services, pace.forgotten_at);
  if (waitMs > 0) throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(waitMs / 1000) });
}

/** Holds one more wrong PIN against its user; one that makes the user wait is counted. */
export async function chargeUser(services: Services, userId: number): Promise<void> {
  const now = services.now();
  const one = msOfOne(services);
  const pace = await services.db
    .insertInto('pin_pace')
    .values({ user_id: userId, forgotten_at: new Date(now.getTime() + one) })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        forgotten_at: sql`greatest(pin_pace.forgotten_at, ${now}::timestamptz) + ${one} * interval '1 millisecond'`,
      }),
    )
    .returning('forgotten_at')
    .executeTakeFirstOrThrow();
  if (msToWait(services, pace.forgotten_at) > 0) services.metrics.lockouts.inc({ action: 'USER_SLOWED' });
}
