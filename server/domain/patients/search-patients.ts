import { FISCAL_CODE_SEARCH_MIN } from '#contract/calls/patients.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessCaller, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type Readable, readable } from '../readable.ts';
import { readOrder } from '../sorting.ts';
import type { PatientRow } from './patient-row.ts';
import { type PatientColumn, readPatientRows } from './read-patient-rows.ts';

/** What the patient search asks (§7). */
interface PatientSearch {
  readonly fiscalCode: string;
  readonly status?: 'ENABLED' | undefined;
  readonly sort?: string | undefined;
  readonly duplicateByDossier?: boolean | undefined;
}

const DEFAULT_SORT = 'lastName,firstName,asc';
const COLUMNS: Readonly<Record<string, PatientColumn>> = {
  lastName: 'last_name',
  firstName: 'first_name',
  fiscalCode: 'fiscal_code',
  birthDate: 'birth_date',
};

function readPrefix(typed: string): string {
  const prefix = normalizeFiscalCode(typed);
  if (prefix.length < FISCAL_CODE_SEARCH_MIN || !/^[A-Z0-9]+$/.test(prefix)) {
    throw new DomainError('INVALID_REQUEST', { field: 'fiscalCode' });
  }
  return prefix;
}

/**
 * Patients whose fiscal code begins with the given characters; every one found is written to the access log
 * (decisions §4).
 * @throws DomainError INVALID_REQUEST on fewer than six characters, on other than letters and digits, on an unknown sort
 */
export async function searchPatients(
  services: Services,
  caller: BusinessCaller,
  search: PatientSearch,
): Promise<Readable<PatientRow>> {
  const filter = { fiscalCodePrefix: readPrefix(search.fiscalCode), onlyEnabled: search.status === 'ENABLED' };
  const order = readOrder(search.sort ?? DEFAULT_SORT, COLUMNS);
  const at = services.now();
  return services.db.transaction().execute(async (trx) => {
    const view = { order, isByDossier: search.duplicateByDossier ?? false, at };
    const unread = await readPatientRows(trx, filter, view);
    const found = readable(
      unread,
      ({ patientId }) => patientId,
      ({ read }) => read(),
    );
    await writeConsultation(
      trx,
      caller,
      'patients.search',
      found.rows.map((row) => row.patientId),
      at,
    );
    return found;
  });
}
