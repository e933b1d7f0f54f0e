import { useDataProvider } from '@refinedev/core';
import type { Patient } from '#contract/entities/patient.ts';
import type { Purchase } from '#contract/entities/purchase.ts';
import type { Id } from '#contract/wire.ts';

function hasDossier({ activeDossiers }: Patient, dossierId: Id): boolean {
  return activeDossiers.some((dossier) => String(dossier.dossierId) === String(dossierId));
}

/**
 * Finds the row of the patient search for a purchase, by fiscal code and dossier (rules §1).
 * @returns undefined if the match is not certain
 * @throws ApiError if the search fails
 */
export function usePatientLookup(): (purchase: Purchase) => Promise<Patient | undefined> {
  const dataProvider = useDataProvider();
  return async ({ patient, dossierId }) => {
    const fiscalCode = patient?.fiscalCode;
    if (fiscalCode === undefined) return undefined;
    const { data } = await dataProvider().getList<Patient>({
      resource: 'patients',
      filters: [{ field: 'fiscalCode', operator: 'eq', value: fiscalCode }],
      pagination: { mode: 'off' },
    });
    const rows = data.filter((row) => row.fiscalCode === fiscalCode);
    if (dossierId === undefined) return rows.length === 1 ? rows[0] : undefined;
    return rows.find((row) => hasDossier(row, dossierId));
  };
}
