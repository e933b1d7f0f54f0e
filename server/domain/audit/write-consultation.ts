import { type AliasableExpression, type RawBuilder, sql } from 'kysely';
import type { Caller, Database } from '../context.ts';

/** When data of patients were seen, and of which store, where the call is of one. */
interface Occasion {
  readonly at: Date;
  readonly storeId?: number;
}

async function write(
  trx: Database,
  caller: Caller,
  seen: RawBuilder<unknown>,
  { at, storeId = null }: { at: Date; storeId?: number | null },
): Promise<void> {
  await trx
    .insertInto('consultation')
    .columns(['at', 'user_id', 'business_id', 'call', 'store_id', 'address', 'trace', 'patient_id'])
    .expression(
      sql`select distinct ${at}::timestamptz, ${caller.userId}::int, ${caller.businessId}::int, ${caller.call}::text,
          ${storeId}::int, ${caller.address}::text, ${caller.trace}::text, patient_id from ${seen}`,
    )
    .execute();
}

/** Writes into the access log that the caller saw these patients, each once (decisions §4). */
export async function writeConsultation(
  trx: Database,
  caller: Caller,
  patientIds: Iterable<number>,
  occasion: Occasion,
): Promise<void> {
  const patients = [...patientIds];
  if (patients.length === 0) return;
  await write(trx, caller, sql`unnest(${patients}::int[]) as seen (patient_id)`, occasion);
}

/** The same for the patients of a query, of which there may be any number. */
export function writeConsultationOf(
  trx: Database,
  caller: Caller,
  patients: AliasableExpression<{ patient_id: number }>,
  occasion: Occasion,
): Promise<void> {
  return write(trx, caller, sql`${patients} as seen`, occasion);
}
