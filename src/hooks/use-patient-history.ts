import { useSearchParams } from 'react-router-dom';
import type { Patient } from '#contract/entities/patient.ts';
import { paths } from '#src/providers/paths.ts';
import { useOpenSale } from './sale-store.ts';

/**
 * Query parameter that limits the history to one patient without a name: after a reload it must not show all purchases
 * by mistake.
 */
const SCOPE = 'scope';
const PATIENT = 'patient';

/** The URL of the history of the open sale's patient. */
export const patientHistoryPath = `${paths.purchaseHistory}?${SCOPE}=${PATIENT}`;

/** Whether the history is limited to one patient. */
export function useIsPatientHistory(): boolean {
  const [query] = useSearchParams();
  return query.get(SCOPE) === PATIENT;
}

/** The patient of the history; null if unknown, for example after a reload. */
export function useHistoryPatient(): Patient | null {
  return useOpenSale()?.patient ?? null;
}
