import { currentClient, runAs } from '#server/fairness/client.ts';
import type { Principal, Database } from '../context.ts';
import { type ConsultationContext, writeConsultation } from './write-consultation.ts';

/**
 * A function that writes the patients of a response to the access log, batch by batch; each patient once (rules §4). It
 * resolves when those of all calls so far are written, and rejects if one of them was not.
 */
export function consultationWriter(
  db: Database,
  principal: Principal,
  context: ConsultationContext,
): (patientIds: Iterable<number>) => Promise<void> {
  const seen = new Set<number>();
  // Later batches are written when their reader asks for them.
  const client = currentClient();
  let written: Promise<void> = Promise.resolve();
  return async (patientIds) => {
    const unseen = [...new Set(patientIds)].filter((id) => !seen.has(id));
    unseen.forEach((id) => seen.add(id));
    const write = () => writeConsultation(db, principal, unseen, context);
    written = Promise.all([written, client ? runAs(client, write) : write()]).then(() => undefined);
    await written;
  };
}
