import type { Principal, Database } from '../context.ts';
import { type ConsultationContext, writeConsultation } from './write-consultation.ts';

/** A function that writes the patients of a response to the access log, batch by batch; each patient once (rules §4). */
export function consultationWriter(
  db: Database,
  principal: Principal,
  context: ConsultationContext,
): (patientIds: Iterable<number>) => Promise<void> {
  const written = new Set<number>();
  return async (patientIds) => {
    const unseen = [...new Set(patientIds)].filter((id) => !written.has(id));
    // Before they are written, because the next batch may come meanwhile. A failure ends the whole response.
    unseen.forEach((id) => written.add(id));
    await writeConsultation(db, principal, unseen, context);
  };
}
