import { sql } from 'kysely';
import { PREPARED } from '#server/database/prepared.ts';
import type { Principal, Database } from '../context.ts';

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
    .columns(['at', 'user_id', 'business_id', 'call', 'store_id', 'address', 'trace', 'patient_id'])
    .expression(
      sql`select distinct ${at}::timestamptz, ${principal.userId}::int, ${principal.businessId}::int, ${principal.call}::text,
          ${storeId ?? null}::int, ${principal.address}::text, ${principal.trace}::text, patient_id
          from unnest(${patients}::int[]) as seen (patient_id) ${PREPARED}`,
    )
    .execute();
}
