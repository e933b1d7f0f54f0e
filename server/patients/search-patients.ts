import { sql, type SqlBool } from 'kysely';
import { patient, type voucher } from '#contract/entities/patient.ts';
import { FISCAL_CODE_LENGTH, homocodicForms, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { isAnyOf, PREPARED } from '#server/database/pool.ts';
import { type Order, readOrder } from '#server/database/queries.ts';
import { validRows, type ValidRows } from '#server/lists.ts';
import { type Held, serialize } from '#server/serialize.ts';
import { readPinLocks } from '#server/pins/verify-pin.ts';
import { requireOpenBusiness } from '#server/reference/stores.ts';
import { groupBy } from '#contract/group-by.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { countLookups } from './lookups.ts';

/** A row of the patient search (rules §4). APPROVED dossiers come first, and in each dossier the ENABLED vouchers. */
export type PatientRow = Held<(typeof patient)['sent']>;
type VoucherOfPatient = Held<(typeof voucher)['sent']>;

/**
 * The vouchers of the dossiers that are valid at an instant by their dates: ENABLED first, then by expiry (rules §4).
 * @returns a function that gives the vouchers of one dossier
 */
export async function readVouchersByDossier(
  db: Database,
  dossierIds: readonly number[],
  at: Date,
): Promise<(dossierId: number) => readonly VoucherOfPatient[]> {
  if (dossierIds.length === 0) return () => [];
  const rows = await db
    .selectFrom('voucher')
    .select(['voucher_id as voucherId', 'dossier_id as dossierId', 'code', 'status'])
    .select(['enabled_at as dateEnabled', 'disabled_at as dateDisabled'])
    .select(['initial_amount as initialAmount', 'residual as residualAmount'])
    .where(isAnyOf('dossier_id', dossierIds))
    .where('enabled_at', '<=', at)
    .where('disabled_at', '>=', at)
    .orderBy((eb) => eb.case().when('status', '=', 'ENABLED').then(0).else(1).end())
    .orderBy('disabled_at')
    .orderBy('voucher_id')
    .modifyEnd(PREPARED)
    .execute();
  const byDossier = groupBy(rows, (row) => row.dossierId);
  return (dossierId) => byDossier.get(dossierId) ?? [];
}

/** The columns by which patients can be sorted. */
export type PatientColumn =
  | 'folded_last_name'
  | 'last_name'
  | 'folded_first_name'
  | 'first_name'
  | 'fiscal_code'
  | 'birth_date';

/** The filter of the rows. */
interface PatientFilter {
  /** The fiscal code in all its forms. */
  readonly fiscalCodes?: readonly string[];
  readonly onlyEnabled?: boolean;
  readonly dossierId?: number;
}

const PATIENT_COLUMNS = [
  ...(['patient_id as patientId', 'fiscal_code as fiscalCode', 'first_name as firstName'] as const),
  ...(['last_name as lastName', 'gender', 'birth_date as birthDate', 'otp_mode as otpMode'] as const),
] as const;

const DOSSIER_STATUS_ORDER = ['APPROVED', 'REVOKED', 'DELETED'];

const selectPatients = (db: Database) => db.selectFrom('patient').select(PATIENT_COLUMNS);

function readOwnerOf(db: Database, dossierId: number) {
  return selectPatients(db)
    .where('patient_id', '=', (eb) => eb.selectFrom('dossier').select('patient_id').where('dossier_id', '=', dossierId))
    .modifyEnd(PREPARED)
    .execute();
}

function readPatients(db: Database, filter: PatientFilter, order: Order<PatientColumn>) {
  const { fiscalCodes, onlyEnabled, dossierId } = filter;
  if (dossierId !== undefined) return readOwnerOf(db, dossierId);
  let query = selectPatients(db);
  if (fiscalCodes !== undefined) query = query.where(sql<SqlBool>`fiscal_code = any(${fiscalCodes}::text[])`);
  if (onlyEnabled) query = query.where('status', '=', 'ENABLED');
  for (const column of order.columns) query = query.orderBy(column, order.direction);
  return query.orderBy('patient_id').execute();
}

async function readDossiers(db: Database, patientIds: readonly number[], filter: PatientFilter) {
  if (patientIds.length === 0) return [];
  let query = db
    .selectFrom('dossier')
    .select(['dossier_id as dossierId', 'patient_id as patientId', 'type', 'status', 'switch_month as switchMonth'])
    .where(isAnyOf('patient_id', patientIds));
  if (filter.dossierId !== undefined) query = query.where('dossier_id', '=', filter.dossierId);
  const rows = await query.orderBy('dossier_id').modifyEnd(PREPARED).execute();
  return rows.sort((a, b) => DOSSIER_STATUS_ORDER.indexOf(a.status) - DOSSIER_STATUS_ORDER.indexOf(b.status));
}

/**
 * The rows of the patient search at an instant: one per dossier, or one per patient with all dossiers. A patient
 * without dossiers has one row (rules §4).
 */
export async function readPatientRows(
  db: Database,
  filter: PatientFilter,
  view: { readonly order: Order<PatientColumn>; readonly isByDossier: boolean; readonly at: Date },
): Promise<readonly PatientRow[]> {
  const patients = await readPatients(db, filter, view.order);
  const dossiers = await readDossiers(
    db,
    patients.map(({ patientId }) => patientId),
    filter,
  );
  const vouchersOf = await readVouchersByDossier(
    db,
    dossiers.map(({ dossierId }) => dossierId),
    view.at,
  );
  const byPatient = groupBy(dossiers, ({ patientId }) => patientId);
  return patients.flatMap((patient) => {
    const own = byPatient.get(patient.patientId) ?? [];
    const groups = view.isByDossier && own.length > 0 ? own.map((dossier) => [dossier]) : [own];
    return groups.map((group) => ({
      ...patient,
      // That of the first one.
      categoryType: group[0]?.type,
      activeVouchers: group.flatMap(({ dossierId }) => vouchersOf(dossierId)),
      activeDossiers: group.map(({ switchMonth, ...dossier }) => ({
        ...dossier,
        switchMonth: switchMonth ?? undefined,
      })),
    }));
  });
}

/** The parameters of the patient search (§7). */
interface PatientSearch {
  readonly fiscalCode: string;
  readonly status?: 'ENABLED' | undefined;
  readonly sort?: string | undefined;
  readonly duplicateByDossier?: boolean | undefined;
}

const DEFAULT_SORT = 'lastName,firstName,asc';
const COLUMNS = {
  lastName: ['folded_last_name', 'last_name'],
  firstName: ['folded_first_name', 'first_name'],
  fiscalCode: 'fiscal_code',
  birthDate: 'birth_date',
} as const;

/** Eleven digits: a provisional code. */
const PROVISIONAL = /^\d{11}$/;

/**
 * The fiscal codes that a typed text means: a whole one in all its forms. A part means nobody, or the register of patients
 * could be read (docs/decisions/0077-whom-a-shop-finds.md).
 */
function codesOf(typed: string): readonly string[] {
  const code = normalizeFiscalCode(typed);
  if (code.length === FISCAL_CODE_LENGTH) return homocodicForms(code);
  return PROVISIONAL.test(code) ? [code] : [];
}

/**
 * The patient with a whole fiscal code; of one that nobody has, those with another of its homocodic forms. Each found
 * patient is written to the access log (rules §4).
 * @throws DomainError INVALID_REQUEST for an unknown sort field, NOT_ALLOWED for users of a disabled business and tills of a
 * disabled store, TOO_MANY_PATIENTS
 */
export async function searchPatients(
  services: Services,
  principal: BusinessPrincipal,
  search: PatientSearch,
): Promise<ValidRows<PatientRow>> {
  const order = readOrder<PatientColumn>(search.sort ?? DEFAULT_SORT, COLUMNS);
  const filter = { fiscalCodes: codesOf(search.fiscalCode), onlyEnabled: search.status === 'ENABLED' };
  const at = services.now();
  return services.db.transaction().execute(async (trx) => {
    await requireOpenBusiness(trx, principal);
    const view = { order, isByDossier: search.duplicateByDossier ?? false, at };
    // Who cannot be shown is not written down as seen.
    const found = validRows(
      await readPatientRows(trx, filter, view),
      ({ patientId }) => patientId,
      (row) => serialize(patient.shape, row) as PatientRow,
    );
    const typed = normalizeFiscalCode(search.fiscalCode);
    const exact = found.rows.filter(({ fiscalCode }) => fiscalCode === typed);
    const rows = exact.length > 0 ? exact : found.rows;
    const patientIds = [...new Set(rows.map((row) => row.patientId))];
    await countLookups(trx, services, principal, patientIds, at);
    await writeConsultation(trx, principal, patientIds, { at });
    const locks = await readPinLocks(trx, principal, patientIds, at);
    return {
      ...found,
      rows: rows.map((row) => ({
        ...row,
        lockedUntil: row.otpMode === 'PIN' ? locks.get(row.patientId) : undefined,
      })),
    };
  });
}
