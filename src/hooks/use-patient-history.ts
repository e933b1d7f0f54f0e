import { useSearchParams } from 'react-router-dom';
import type { Patient } from '#contract/entities/patient.ts';
import { paths } from '#src/providers/paths.ts';
import { useOpenSale } from './use-sale.ts';

/** Says in the URL that the history is one patient's, not whose: so a reload cannot show everyone's by mistake. */
const SCOPE = 'scope';
const PATIENT = 'patient';

/** The address of the history of the open sale's patient. */
export const patientHistoryPath = `${paths.purchaseHistory}?${SCOPE}=${PATIENT}`;

/** Whether the history is to be one patient's. */
export function useIsPatientHistory(): boolean {
  const [query] = useSearchParams();
  return query.get(SCOPE) === PATIENT;
}

/** Whose history is to be shown; null when that is forgotten, after a reload. */
export function useHistoryPatient(): Patient | null {
  return useOpenSale()?.patient ?? null;
}
