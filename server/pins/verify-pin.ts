import { sql } from 'kysely';
import type { Secret } from '#contract/request.ts';
import { type AuditAction, writeAudit } from '#server/access-log/audit.ts';
import { isAnyOf, PREPARED } from '#server/database/pool.ts';
import { lockRow } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { type Derive, hashPin, isMadeWith, mayBeMadeWith, verifyPin } from './hashing.ts';

/** The number of wrong attempts in a row that locks a PIN or code. */
const MAX_FAILURES = 5;
const MINUTE_MS = 60_000;

/** The attempts of a PIN or code that are wrong or still being checked (rules §6). */
export interface Attempts {
  /** The attempts in a row since the last lock. */
  readonly failures: number;
  /** The locks since the last correct attempt. */
  readonly locks: number;
  readonly locked_until: Date | null;
}

export const NO_ATTEMPTS: Attempts = { failures: 0, locks: 0, locked_until: null };

/** The number of remaining attempts; a wrong last attempt locks. */
function attemptsLeft({ failures }: Attempts): number {
  return MAX_FAILURES - failures;
}

/** The duration in minutes of each lock in a row; the last one is that of all further locks. */
const [LOCK_MINUTES, LAST_LOCK_MINUTES] = [[15, 60], 1440] as const;

/** Adds an attempt before its result is known. The fifth attempt locks at once, and each further lock lasts longer. */
export function withOneMore({ failures, locks }: Attempts, at: Date): Attempts {
  if (failures + 1 < MAX_FAILURES) return { failures: failures + 1, locks, locked_until: null };
  const minutes = LOCK_MINUTES[locks] ?? LAST_LOCK_MINUTES;
  return { failures: 0, locks: locks + 1, locked_until: new Date(at.getTime() + minutes * MINUTE_MS) };
}

const HOUR_MS = 3_600_000;

/** The time in ms after which one wrong PIN no longer counts. */
function msOfOne({ rules }: Pick<Services, 'rules'>): number {
  return HOUR_MS / rules.pin.userFailuresPerHour;
}

/** The limit after an attempt that has been counted. */
interface UserPace {
  /** Whether the user must wait before the next attempt. */
  readonly isReached: boolean;
}

/**
 * Counts an attempt as a wrong PIN of the user, before it is known to be one. The number of wrong PINs of a user per hour is
 * limited over all patients. That is independent of the lock of each PIN, and a right PIN takes back only itself
 * (docs/decisions/0031-limits-that-stop-the-attacker-alone.md).
 * @throws DomainError TOO_MANY_REQUESTS with the seconds to wait; then nothing is counted
 */
async function countForUser(
  trx: Database,
  { rules }: Pick<Services, 'rules'>,
  userId: number,
  now: Date,
): Promise<UserPace> {
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
async function takeBackForUser({ db, rules }: Pick<Services, 'db' | 'rules'>, userId: number): Promise<void> {
  await db
    .updateTable('pin_pace')
    .set({ forgotten_at: sql`forgotten_at - ${msOfOne({ rules })} * interval '1 millisecond'` })
    .where('user_id', '=', userId)
    .execute();
}

/** A PIN or code with a counter of wrong attempts (rules §6). */
interface GuardedSecret {
  /** The row with its counter. */
  readonly counter: {
    readonly table: 'pin_attempts' | 'cancel_code_attempts';
    readonly key: Readonly<Record<string, number>>;
  };
  /** Where its hash is stored. It is null when no PIN or code is set, so that every attempt is wrong. */
  readonly stored: { readonly table: 'patient' | 'business'; readonly column: string; readonly id: number };
  /** The audit actions for a wrong attempt and for an attempt that locks. */
  readonly actions: { readonly refused: AuditAction; readonly locked: AuditAction };
  /** The patient of the purchase, for the audit. */
  readonly patientId: number;
}

/** Reads the counter and locks it until the transaction ends. Creates it if necessary. */
async function lockAttempts(trx: Database, { counter: { table, key } }: GuardedSecret): Promise<Attempts> {
  const columns = Object.keys(key).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(key))})
    on conflict do nothing`.execute(trx);
  const attempts = await lockRow(trx, table, ['failures', 'locks', 'locked_until'], key, 'no key update');
  if (attempts === undefined) throw new Error(`no counter in ${table}`);
  return attempts;
}

async function keepAttempts(
  db: Database,
  { counter: { table, key } }: GuardedSecret,
  attempts: Attempts,
): Promise<void> {
  const { failures, locks, locked_until: lockedUntil } = attempts;
  await sql`update ${sql.table(table)} set failures = ${failures}, locks = ${locks}, locked_until = ${lockedUntil}
    where (${sql.join(Object.keys(key).map((column) => sql.ref(column)))}) = (${sql.join(Object.values(key))})`.execute(
    db,
  );
}

/** The stored hash, and when it was read. */
async function readHash(
  trx: Database,
  { clock }: Pick<Services, 'clock'>,
  { stored: { table, column, id } }: GuardedSecret,
): Promise<{ readonly hash: string | null; readonly at: Date }> {
  const { rows } = await sql<{ hash: string | null; at: Date }>`
    select ${sql.ref(column)} as hash, ${clock()} as at from ${sql.table(table)}
    where ${sql.ref(`${table}_id`)} = ${id}`.execute(trx);
  const [read] = rows;
  if (read === undefined) throw new Error(`no ${table} ${id}`);
  return read;
}

/**
 * Replaces the hash of the same PIN or code, unless another one is stored by now.
 * @returns the one that is right
 */
async function keepHash(
  db: Database,
  { stored: { table, column, id } }: GuardedSecret,
  hash: string,
  former: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${hash}
    where ${sql.ref(`${table}_id`)} = ${id} and ${sql.ref(column)} = ${former}`.execute(db);
  return numAffectedRows === 1n;
}

interface CountedAttempt {
  readonly hash: string | null;
  readonly at: Date;
  /** The counters for the case that this attempt is wrong. */
  readonly attempts: Attempts;
  readonly pace: UserPace;
}

/** Counts an attempt and commits it before the attempt is checked. */
function countAttempt(
  services: Services,
  principal: BusinessPrincipal,
  secret: GuardedSecret,
): Promise<CountedAttempt> {
  return services.db.transaction().execute(async (trx) => {
    const attempts = await lockAttempts(trx, secret);
    const { hash, at } = await readHash(trx, services, secret);
    if (attempts.locked_until && attempts.locked_until > at) {
      throw new DomainError('TRANSACTION_LOCKED', { lockedUntil: attempts.locked_until });
    }
    const pace = await countForUser(trx, services, principal.userId, at);
    const counted = withOneMore(attempts, at);
    await keepAttempts(trx, secret, counted);
    return { hash, at, attempts: counted, pace };
  });
}

async function noteWrong(
  { db }: Services,
  principal: BusinessPrincipal,
  { actions, patientId }: GuardedSecret,
  { at, attempts }: CountedAttempt,
): Promise<void> {
  const action = attempts.locked_until ? actions.locked : actions.refused;
  await writeAudit(db, { at, action, by: principal, patientId });
}

/**
 * The hash that is stored of the given PIN or code; null when it does not match. During a change of the pepper the former
 * one is valid too; such a hash is replaced.
 */
async function rightHash(
  services: Services,
  secret: GuardedSecret,
  given: string,
  hash: string,
  derive: Derive,
): Promise<string | null> {
  const { db, rules } = services;
  const { pepper, formerPepper } = rules.pin;
  if (mayBeMadeWith(hash, pepper) && (await verifyPin(given, hash, pepper, derive))) return hash;
  if (formerPepper === undefined || isMadeWith(hash, pepper)) return null;
  if (!(await verifyPin(given, hash, formerPepper, derive))) return null;
  const made = await hashPin(given, pepper, derive);
  if (await keepHash(db, secret, made, hash)) return made;
  // Somebody else has replaced it meanwhile, perhaps by a hash of the same.
  const { hash: stored } = await readHash(db, services, secret);
  return stored === null ? null : rightHash(services, secret, given, stored, derive);
}

/**
 * Verifies a PIN or code; a missing one is wrong. The fifth wrong attempt in a row locks it; each lock lasts longer,
 * until a correct attempt (rules §6). Each attempt is counted, for the secret and for the user, and committed before it is
 * hashed; a correct attempt resets the counter of the secret and takes itself back from the user's. So no row and no connection is held during hashing, and at most five of many concurrent attempts
 * are checked. A counted attempt stays counted when the process ends or the command fails.
 * @returns the hash of what was right, by which a transaction sees that nobody has replaced it
 * @throws DomainError TRANSACTION_WRONG_OTP, TRANSACTION_LOCKED with the end of the lock, or TOO_MANY_REQUESTS, which
 * counts nothing
 */
async function verifySecret(
  services: Services,
  principal: BusinessPrincipal,
  secret: GuardedSecret,
  given: Secret | undefined,
): Promise<string> {
  return services.hashing.withSlot(principal.businessId, async (derive) => {
    const counted = await countAttempt(services, principal, secret);
    const { hash, attempts, pace } = counted;
    const right = hash === null ? null : await rightHash(services, secret, given?.reveal() ?? '', hash, derive);
    if (right !== null) {
      await keepAttempts(services.db, secret, NO_ATTEMPTS);
      await takeBackForUser(services, principal.userId);
      return right;
    }
    const { locked_until: lockedUntil } = attempts;
    await noteWrong(services, principal, secret, counted);
    if (pace.isReached) services.metrics.lockouts.inc({ action: 'USER_SLOWED' });
    if (lockedUntil) services.metrics.lockouts.inc({ action: secret.actions.locked });
    throw lockedUntil
      ? new DomainError('TRANSACTION_LOCKED', { lockedUntil })
      : new DomainError('TRANSACTION_WRONG_OTP', { attemptsLeft: attemptsLeft(attempts) });
  });
}

/**
 * Verifies a patient's PIN. A lock applies to the business where the PIN was tried (rules §6).
 * @throws DomainError as `verifySecret`
 */
export function verifyPatientPin(
  services: Services,
  principal: BusinessPrincipal,
  patientId: number,
  pin: Secret | undefined,
): Promise<string> {
  const secret = {
    counter: { table: 'pin_attempts', key: { patient_id: patientId, business_id: principal.businessId } },
    stored: { table: 'patient', column: 'pin_hash', id: patientId },
    actions: { refused: 'PIN_REFUSED', locked: 'PIN_LOCKED' },
    patientId,
  } as const;
  return verifySecret(services, principal, secret, pin);
}

/**
 * Verifies the business's cancellation code (§6). A lock applies to the whole business (rules §6).
 * @param patientId the patient of the purchase, for the audit
 * @throws DomainError as `verifySecret`
 */
export function verifyCancelCode(
  services: Services,
  principal: BusinessPrincipal,
  patientId: number,
  code: Secret | undefined,
): Promise<string> {
  const secret = {
    counter: { table: 'cancel_code_attempts', key: { business_id: principal.businessId } },
    stored: { table: 'business', column: 'cancel_code_hash', id: principal.businessId },
    actions: { refused: 'CANCEL_CODE_REFUSED', locked: 'CANCEL_CODE_LOCKED' },
    patientId,
  } as const;
  return verifySecret(services, principal, secret, code);
}

/** The ends of the locks of patients' PINs at the business, by patient; only of those that are locked at an instant. */
export async function readPinLocks(
  db: Database,
  { businessId }: BusinessPrincipal,
  patientIds: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, Date>> {
  if (patientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('pin_attempts')
    .select(['patient_id', 'locked_until'])
    .where(isAnyOf('patient_id', patientIds))
    .where('business_id', '=', businessId)
    .where('locked_until', '>', at)
    .modifyEnd(PREPARED)
    .execute();
  return new Map(rows.flatMap(({ patient_id: id, locked_until: end }) => (end ? [[id, end] as const] : [])));
}

/** The end of the lock of the business's cancellation code, if it is locked at an instant. */
export async function readCancelCodeLock(
  db: Database,
  { businessId }: BusinessPrincipal,
  at: Date,
): Promise<Date | undefined> {
  const locked = await db
    .selectFrom('cancel_code_attempts')
    .select('locked_until')
    .where('business_id', '=', businessId)
    .where('locked_until', '>', at)
    .executeTakeFirst();
  return locked?.locked_until ?? undefined;
}

/**
 * Resets the wrong attempts of a patient's PIN.
 * @returns the number of businesses that had wrong attempts
 */
export async function forgetAttempts(trx: Database, patientId: number): Promise<number> {
  const forgotten = await trx
    .updateTable('pin_attempts')
    .set(NO_ATTEMPTS)
    .where('patient_id', '=', patientId)
    .where((eb) => eb.or([eb('failures', '>', 0), eb('locks', '>', 0)]))
    .returning('business_id')
    .execute();
  return forgotten.length;
}
