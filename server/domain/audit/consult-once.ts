import type { Principal, Database } from '../context.ts';
import { type Occasion, writeConsultation } from './write-consultation.ts';

/**
 * Writes into the access log whom a principal is about to see, batch after batch of one answer, each patient once
 * (rules §4).
 */
export function consultOnce(
  db: Database,
  principal: Principal,
  occasion: Occasion,
): (patientIds: Iterable<number>) => Promise<void> {
  const written = new Set<number>();
  return async (patientIds) => {
    const unseen = [...new Set(patientIds)].filter((id) => !written.has(id));
    await writeConsultation(db, principal, unseen, occasion);
    unseen.forEach((id) => written.add(id));
  };
}
