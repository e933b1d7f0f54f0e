import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { PREPARED } from '#server/database/pool.ts';
import { unlessLocked } from '#server/database/row-locks.ts';
import type { Database, Principal, Services } from '#server/services.ts';

/** The actions in the audit. */
export type AuditAction =
  | 'ACCESS_LOG_HANDED_OUT'
  | 'ACCESS_LOG_READ'
  | 'AMC_ORDERS_CREATED'
  | 'AMC_ORDER_ACCEPTED'
  | 'AMC_ORDER_REJECTED'
  | 'AMC_ORDER_SENT'
  | 'CANCELLATION_CHECKED'
  | 'CANCEL_CODE_LOCKED'
  | 'CANCEL_CODE_REFUSED'
  | 'CANCEL_CODE_REMOVED'
  | 'CANCEL_CODE_SET'
  | 'BUSINESS_SWITCHED'
  | 'CART_CHECKED'
  | 'CART_CREATED'
  | 'CART_LINES_PUT'
  | 'CART_LINE_PUT'
  | 'CART_LINE_REMOVED'
  | 'CART_RECREATED'
  | 'DATA_HANDED_OUT'
  | 'DOSSIER_AMOUNT_SET'
  | 'DOSSIER_APPROVED'
  | 'DOSSIER_REVOKED'
  | 'DOSSIER_SWITCHED'
  | 'IMPORT_ENDED'
  | 'IMPORT_STARTED'
  | 'MONTH_CLOSED'
  | 'PAPER_SWAPPED'
  | 'PATIENT_ANONYMISED'
  | 'PIN_ISSUED'
  | 'PIN_REFUSED'
  | 'PIN_LOCKED'
  | 'PIN_UNLOCKED'
  | 'PURCHASE_CANCELLED'
  | 'PURCHASE_CHECKED'
  | 'PURCHASE_MADE'
  | 'ROW_CHANGED'
  | 'ROW_CREATED'
  | 'SESSIONS_ENDED'
  | 'SESSION_REVOKED'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TILL_SECRET_ISSUED'
  | 'USER_ANONYMISED'
  // Written by a database trigger.
  | 'USER_DISABLED'
  | 'VOUCHERS_RENEWED'
  | 'VOUCHER_REVOKED';

/** The address of a call, and its trace id, which the response and the log also contain. */
export type Origin = Pick<Principal, 'address' | 'trace' | 'callerTrace'>;

/** The user of an action. The origin is absent for an action without a call. */
export type Actor = Pick<Principal, 'userId' | 'businessId'> & Partial<Origin>;

/** A row of the audit. `details` has ids, numbers and fixed words: no name or fiscal code of anybody, no PIN or code. */
interface AuditEntry {
  readonly at: Date;
  readonly action: AuditAction;
  readonly by?: Actor;
  readonly patientId?: number;
  readonly voucherId?: number;
  readonly cartId?: number;
  readonly purchaseId?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes an audit row. `trx` must be the transaction of the change (design §4). */
export async function writeAudit(trx: Database, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: entry.at,
      action: entry.action,
      user_id: entry.by?.userId ?? null,
      business_id: entry.by?.businessId ?? null,
      address: entry.by?.address ?? null,
      trace: entry.by?.trace ?? null,
      caller_trace: entry.by?.callerTrace ?? null,
      patient_id: entry.patientId ?? null,
      voucher_id: entry.voucherId ?? null,
      cart_id: entry.cartId ?? null,
      purchase_id: entry.purchaseId ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .modifyEnd(PREPARED)
    .execute();
}

/** In ms: longer than a command takes from its record to the commit, and than a replica usually lags behind. */
const LATELY_MS = 30_000;

/** Whether a user has changed something a moment ago, in any process (docs/decisions/0070-two-ways-in.md). */
export async function wroteLately({ db, now }: Services, { userId }: Principal): Promise<boolean> {
  const since = new Date(now().getTime() - LATELY_MS);
  // Not prepared: a plan for any instant looks into each month.
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (select from audit where user_id = ${userId} and at > ${since}) as wrote`.execute(db);
  return rows[0]?.wrote === true;
}

/** How often what somebody holds is tried, and the pause in ms after each try. */
const [TRIES, PAUSE_MS] = [5, 1000];

/** Does what waits a moment for a lock; undefined where somebody held it each time. */
async function unlessHeld<T>(work: () => Promise<T>, stop: AbortSignal): Promise<T | undefined> {
  for (let tries = 0; tries < TRIES && !stop.aborted; tries += 1) {
    const done = await unlessLocked(work);
    if (done !== undefined) return done;
    await delay(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  return undefined;
}

/** What was done about the months of records. */
export interface RecordMonths {
  /** The tables of the months that were dropped. */
  readonly dropped: readonly string[];
  /** Whether something waits for its next turn, because somebody holds a table. */
  readonly isWaiting: boolean;
}

/**
 * Makes the tables of records for the months to come, and drops those of months that are over since as long as the settings
 * say. Functions of the owner do it by the database's clock, since the server's role may not (rules §4). Each waits for a
 * fifth of a second at most, so nobody who writes a record waits longer (docs/decisions/0068-records-by-month.md).
 * @param stop ends it after the present month or try
 * @throws the database's error where a rest is too large for it
 */
export async function keepRecordMonths({ db, rules }: Services, stop: AbortSignal): Promise<RecordMonths> {
  const dropped: string[] = [];
  const preparing = unlessHeld(() => sql`select prepare_records()`.execute(db), stop);
  const [prepared] = await Promise.allSettled([preparing]);
  let isWaiting = prepared.status === 'fulfilled' && prepared.value === undefined;
  for (const [table, months] of Object.entries(rules.recordMonths)) {
    while (!stop.aborted) {
      const forgetting = sql<{ name: string | null }>`select forget_records(${table}, ${months}) as name`;
      const forgotten = await unlessHeld(() => forgetting.execute(db), stop);
      const name = forgotten?.rows[0]?.name ?? null;
      isWaiting ||= forgotten === undefined;
      if (name === null) break;
      dropped.push(name);
    }
  }
  // What cannot be made keeps nobody from dropping what is over.
  if (prepared.status === 'rejected') throw prepared.reason;
  return { dropped, isWaiting };
}
