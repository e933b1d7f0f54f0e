import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';

const HOUR_MS = 3_600_000;

/** The time in ms after which one wrong PIN no longer counts. */
function msOfOne({ rules }: Services): number {
  return HOUR_MS / rules.pin.userFailuresPerHour;
}

/**
 * The time in ms that the user must wait; 0 or less means no wait. `forgottenAt` is the time when no wrong PIN counts
 * any more.
 */
function msToWait(services: Services, forgottenAt: Date): number {
  return forgottenAt.getTime() + msOfOne(services) - HOUR_MS - services.now().getTime();
}

/**
 * Limits the wrong PINs of a user per hour, over all patients. It is independent of the lock of each PIN, and a correct
 * PIN does not reset it (docs/decisions/0031-limits-that-stop-the-attacker-alone.md).
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function enforceUserPinLimit(services: Services, userId: number): Promise<void> {
  const pace = await services.db
    .selectFrom('pin_pace')
    .select('forgotten_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (pace === undefined) return;
  const waitMs = msToWait(services, pace.forgotten_at);
  if (waitMs > 0) throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(waitMs / 1000) });
}

/** Counts a wrong PIN of a user. The metric counts it when the user must now wait. */
export async function countWrongPin(services: Services, userId: number): Promise<void> {
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
