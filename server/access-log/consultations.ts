import { sql } from 'kysely';
import { PREPARED } from '#server/database/pool.ts';
import type { Database, Principal } from '#server/services.ts';
import { onPrimary } from '#server/limiter.ts';

/** The time of a consultation, and its store if the call has one. */
export interface ConsultationContext {
  readonly at: Date;
  readonly storeId?: number;
}

/** Writes to the access log that the principal saw these patients; each patient once (rules §4). */
export async function writeConsultation(
  trx: Database,
  principal: Principal,
  patientIds: Iterable<number>,
  { at, storeId }: ConsultationContext,
): Promise<void> {
  const patients = [...patientIds];
  if (patients.length === 0) return;
  await trx
    .insertInto('consultation')
    .columns(['at', 'user_id', 'business_id', 'call', 'store_id', 'address', 'trace', 'caller_trace', 'patient_id'])
    .expression(
      sql`select distinct ${at}::timestamptz, ${principal.userId}::bigint, ${principal.businessId}::bigint, ${principal.call}::text,
          ${storeId ?? null}::bigint, ${principal.address}::text, ${principal.trace}::text,
          ${principal.callerTrace ?? null}::text, patient_id
          from unnest(${patients}::bigint[]) as seen (patient_id) ${PREPARED}`,
    )
    .execute();
}

/** Writes patients to the access log. */
export type Consult = (patientIds: Iterable<number>) => Promise<void>;

/**
 * A function that writes the patients of a response to the access log, batch by batch; each patient once (rules §4). It
 * resolves when those of all calls so far are written, and rejects if one of them was not.
 */
export function consultationWriter(db: Database, principal: Principal, context: ConsultationContext): Consult {
  const seen = new Set<number>();
  let written: Promise<void> = Promise.resolve();
  return async (patientIds) => {
    const unseen = [...new Set(patientIds)].filter((id) => !seen.has(id));
    unseen.forEach((id) => seen.add(id));
    const writing = onPrimary(() => writeConsultation(db, principal, unseen, context));
    written = Promise.all([written, writing]).then(() => undefined);
    await written;
  };
}
