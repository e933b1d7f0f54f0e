import { sql } from 'kysely';
import { lockNumber, LOCKS } from '#server/database/advisory-locks.ts';
import { PREPARED } from '#server/database/pool.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, DbAndClocks, Services } from '#server/services.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the newest of a user's lookups since an instant was that is one too many; undefined where there is none. */
async function findTooMany(trx: Database, userId: number, since: Date, most: number): Promise<Date | undefined> {
  const lookup = await trx
    .selectFrom('lookup')
    .select('at')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  return lookup?.at;
}

/**
 * Counts the patients whom a user, or a till, is about to see by code or id, each once an hour (rules §4). Whoever may see
 * no more sees those of the last hour again.
 * @throws DomainError TOO_MANY_PATIENTS with the seconds until one more may be seen; then nothing is counted
 */
export async function countLookups(
  trx: Database,
  { rules, metrics }: Pick<Services, 'rules' | 'metrics'>,
  { userId, till }: BusinessPrincipal,
  patientIds: readonly number[],
  at: Date,
): Promise<void> {
  if (patientIds.length === 0) return;
  // Two lookups at once would not see each other's.
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.lookups)}, ${lockNumber(userId)}) ${PREPARED}`.execute(trx);
  const hourAgo = new Date(at.getTime() - HOUR_MS);
  const { rows } = await sql`insert into lookup (user_id, patient_id, at)
    select ${userId}::bigint, patient_id, ${at}::timestamptz from unnest(${patientIds}::bigint[]) as seen (patient_id)
    on conflict (user_id, patient_id) do update set at = excluded.at where lookup.at <= ${hourAgo}
    returning patient_id ${PREPARED}`.execute(trx);
  if (rows.length === 0) return;
  const limits = rules.lookups[till === undefined ? 'user' : 'till'];
  for (const [most, periodMs] of [
    [limits.perHour, HOUR_MS],
    [limits.perDay, DAY_MS],
  ] as const) {
    const tooMany = await findTooMany(trx, userId, new Date(at.getTime() - periodMs), most);
    if (tooMany === undefined) continue;
    metrics.lookupsRefused.inc({ by: till === undefined ? 'user' : 'till' });
    const retryAfter = Math.max(1, Math.ceil((tooMany.getTime() + periodMs - at.getTime()) / 1000));
    throw new DomainError('TOO_MANY_PATIENTS', { retryAfter });
  }
}

/** Rows per statement, so that each transaction is short. */
const BATCH = 1000;

/**
 * Forgets the lookups of more than a day ago.
 * @param stop ends it after the present batch
 */
export async function deleteOldLookups({ db, clock }: DbAndClocks, stop: AbortSignal): Promise<void> {
  const isOld = sql`at < ${clock()} - interval '1 day'`;
  let deleted = BATCH;
  while (deleted === BATCH && !stop.aborted) {
    const { numAffectedRows } = await sql`delete from lookup where ctid = any(array(
      select ctid from lookup where ${isOld} limit ${BATCH})) and ${isOld}`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}
