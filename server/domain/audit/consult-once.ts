import type { Caller, Database } from '../context.ts';
import { type Occasion, writeConsultation } from './write-consultation.ts';

/**
 * Writes into the access log whom a caller is about to see, batch after batch of one answer, each patient once
 * (rules §4).
 */
export function consultOnce(
  db: Database,
  caller: Caller,
  occasion: Occasion,
): (patientIds: Iterable<number>) => Promise<void> {
  const written = new Set<number>();
  return async (patientIds) => {
    const unseen = [...new Set(patientIds)].filter((id) => !written.has(id));
    await writeConsultation(db, caller, unseen, occasion);
    unseen.forEach((id) => written.add(id));
  };
}
