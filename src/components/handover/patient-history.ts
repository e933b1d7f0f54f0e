import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Patient } from '#contract/entities/patient.ts';
import { paths } from '#src/providers/paths.ts';
import { memoryValue } from '#src/providers/session/memory-value.ts';
import { keepSale } from './sale-handover.ts';
import type { NewSale } from './sale-start.ts';

/** Says in the URL that the history is one patient's, not whose: so a reload cannot show everyone's by mistake. */
const SCOPE = 'scope';
const PATIENT = 'patient';

const shown = memoryValue<Patient>();

/** Opens the history of a sale's patient; on the way back the sale is where it was (§2, step 1). */
export function usePatientHistoryOpening(): (sale: NewSale) => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return useCallback(
    (sale) => {
      keepSale(key, sale);
      shown.write(sale.patient);
      void navigate(`${paths.purchaseHistory}?${SCOPE}=${PATIENT}`);
    },
    [key, navigate],
  );
}

/** Whether the history is to be one patient's. */
export function useIsPatientHistory(): boolean {
  const [query] = useSearchParams();
  return query.get(SCOPE) === PATIENT;
}

/** Whose history is to be shown; null when that is forgotten, after a reload. */
export function useHistoryPatient(): Patient | null {
  const [patient] = useState(shown.read);
  return patient;
}
