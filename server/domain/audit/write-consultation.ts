import { sql } from 'kysely';
import type { Caller, Database } from '../context.ts';

/** The calls that show who a patient is. */
export type ConsultingCall =
  | 'patients.search'
  | 'carts.read'
  | 'carts.readSummary'
  | 'purchases.search'
  | 'purchases.downloadReceipt'
  | 'purchases.downloadStoreTransactions';

/** Writes into the access log that the caller saw these patients, each once (decisions §4). */
export async function writeConsultation(
  trx: Database,
  caller: Caller,
  call: ConsultingCall,
  patientIds: Iterable<number>,
  at: Date,
): Promise<void> {
  const patients = [...new Set(patientIds)];
  if (patients.length === 0) return;
  await trx
    .insertInto('consultation')
    .columns(['at', 'user_id', 'business_id', 'patient_id', 'call'])
    .expression(
      sql`select ${at}::timestamptz, ${caller.userId}::int, ${caller.businessId}::int, patient_id, ${call}::text
          from unnest(${patients}::int[]) as seen (patient_id)`,
    )
    .execute();
}
