import type { Database } from '../context.ts';
import type { PatientRow } from './patient-row.ts';
import { readPatientRows } from './read-patient-rows.ts';

/** The row of the patient search for one dossier at an instant, as a cart includes it (rules §1). */
export async function readPatientOfDossier(db: Database, dossierId: number, at: Date): Promise<PatientRow> {
  const order = { columns: [], direction: 'asc' } as const;
  const [row] = await readPatientRows(db, { dossierId }, { order, isByDossier: true, at });
  if (!row) throw new Error(`Dossier ${dossierId} without patient`);
  return row.read();
}
