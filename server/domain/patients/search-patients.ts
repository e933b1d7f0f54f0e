import { MIN_FISCAL_CODE_SEARCH_LENGTH } from '#contract/calls/patients.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type ValidRows, validRows } from '../valid-rows.ts';
import { readOrder } from '../sorting.ts';
import { requireOpenBusiness } from '../reference/require-store.ts';
import type { PatientRow } from './patient-row.ts';
import { type PatientColumn, readPatientRows } from './read-patient-rows.ts';

/** The parameters of the patient search (§7). */
interface PatientSearch {
  readonly fiscalCode: string;
  readonly status?: 'ENABLED' | undefined;
  readonly sort?: string | undefined;
  readonly duplicateByDossier?: boolean | undefined;
}

const DEFAULT_SORT = 'lastName,firstName,asc';
/** The maximum number of rows, so that nobody can list all patients (rules §4). */
const MAX_FOUND = 50;
const COLUMNS = {
  lastName: ['folded_last_name', 'last_name'],
  firstName: ['folded_first_name', 'first_name'],
  fiscalCode: 'fiscal_code',
  birthDate: 'birth_date',
} as const;

function readPrefix(typed: string): string {
  const prefix = normalizeFiscalCode(typed);
  if (prefix.length < MIN_FISCAL_CODE_SEARCH_LENGTH || !/^[A-Z0-9]+$/.test(prefix)) {
    throw new DomainError('INVALID_REQUEST', { field: 'fiscalCode' });
  }
  return prefix;
}

/**
 * The first 50 rows of patients whose fiscal code begins with the given characters, and whether there are more. Each
 * found patient is written to the access log (rules §4).
 * @throws DomainError INVALID_REQUEST for fewer than six characters, for characters other than letters and digits, and
 * for an unknown sort field; NOT_ALLOWED for users of a disabled business
 */
export async function searchPatients(
  services: Services,
  principal: BusinessPrincipal,
  search: PatientSearch,
): Promise<ValidRows<PatientRow> & { readonly hasMore: boolean }> {
  const filter = { fiscalCodePrefix: readPrefix(search.fiscalCode), onlyEnabled: search.status === 'ENABLED' };
  const order = readOrder<PatientColumn>(search.sort ?? DEFAULT_SORT, COLUMNS);
  const at = services.now();
  return services.db.transaction().execute(async (trx) => {
    await requireOpenBusiness(trx, principal.businessId);
    const view = { order, isByDossier: search.duplicateByDossier ?? false, at };
    // Each patient has at least one row.
    const unread = await readPatientRows(trx, { ...filter, most: MAX_FOUND + 1 }, view);
    const found = validRows(
      unread.slice(0, MAX_FOUND),
      ({ patientId }) => patientId,
      ({ read }) => read(),
    );
    const patientIds = found.rows.map((row) => row.patientId);
    await writeConsultation(trx, principal, patientIds, { at });
    return { ...found, hasMore: unread.length > MAX_FOUND };
  });
}
