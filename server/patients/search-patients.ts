import { type Selectable, sql, type SqlBool } from 'kysely';
import { FISCAL_CODE_LENGTH, homocodicForms, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { money } from '#contract/rules/money.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { isAnyOf, PREPARED } from '#server/database/pool.ts';
import { type Order, readOrder } from '#server/database/queries.ts';
import type { Schema } from '#server/database/schema.ts';
import { readPinLocks } from '#server/pins/verify-pin.ts';
import { requireOpenBusiness } from '#server/reference/stores.ts';
import { groupBy } from '#contract/group-by.ts';
import { validRows, type ValidRows } from '#server/lists.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { countLookups } from './lookups.ts';
import type { DossierOfPatient, PatientRow, VoucherOfPatient } from './patient.ts';

function toVoucher(row: Omit<Selectable<Schema['voucher']>, 'month'>): VoucherOfPatient {
  return {
    voucherId: row.voucher_id,
    code: row.code,
    status: row.status,
    enabledAt: row.enabled_at,
    disabledAt: row.disabled_at,
    initialAmount: money(row.initial_amount),
    residual: money(row.residual),
  };
}

/**
 * The vouchers of the dossiers that are valid at an instant by their dates: ENABLED first, then by expiry (rules §4).
 * @returns a function that gives the vouchers of one dossier, or throws when they cannot be read
 */
export async function readVouchersByDossier(
  db: Database,
  dossierIds: readonly number[],
  at: Date,
): Promise<(dossierId: number) => readonly VoucherOfPatient[]> {
  if (dossierIds.length === 0) return () => [];
  const rows = await db
    .selectFrom('voucher')
    .select(['voucher_id', 'dossier_id', 'code', 'status', 'enabled_at', 'disabled_at', 'initial_amount', 'residual'])
    .where(isAnyOf('dossier_id', dossierIds))
    .where('enabled_at', '<=', at)
    .where('disabled_at', '>=', at)
    .orderBy((eb) => eb.case().when('status', '=', 'ENABLED').then(0).else(1).end())
    .orderBy('disabled_at')
    .orderBy('voucher_id')
    .modifyEnd(PREPARED)
    .execute();
  const byDossier = groupBy(rows, (row) => row.dossier_id);
  return (dossierId) => (byDossier.get(dossierId) ?? []).map(toVoucher);
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

/** A row that is not parsed yet. Its `read` throws when stored values are invalid. */
interface UnreadPatientRow {
  readonly patientId: number;
  readonly read: () => PatientRow;
}

const PATIENT_COLUMNS = [
  'patient_id',
  'fiscal_code',
  'first_name',
  'last_name',
  'gender',
  'birth_date',
  'otp_mode',
] as const;

const DOSSIER_STATUS_ORDER = ['APPROVED', 'REVOKED', 'DELETED'];

const DOSSIER_COLUMNS = ['dossier_id', 'patient_id', 'type', 'status', 'switch_month'] as const;

function toDossier(row: Pick<Selectable<Schema['dossier']>, (typeof DOSSIER_COLUMNS)[number]>): DossierOfPatient {
  return { dossierId: row.dossier_id, type: row.type, status: row.status, switchMonth: row.switch_month };
}

function toRow(
  patient: Pick<Selectable<Schema['patient']>, (typeof PATIENT_COLUMNS)[number]>,
  dossiers: readonly DossierOfPatient[],
  vouchersOf: (dossierId: number) => readonly VoucherOfPatient[],
): PatientRow {
  return {
    patientId: patient.patient_id,
    fiscalCode: patient.fiscal_code,
    firstName: patient.first_name,
    lastName: patient.last_name,
    gender: patient.gender,
    birthDate: patient.birth_date,
    otpMode: patient.otp_mode,
    dossiers,
    vouchers: dossiers.flatMap(({ dossierId }) => vouchersOf(dossierId)),
  };
}

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
  let query = db.selectFrom('dossier').select(DOSSIER_COLUMNS).where(isAnyOf('patient_id', patientIds));
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
): Promise<readonly UnreadPatientRow[]> {
  const patients = await readPatients(db, filter, view.order);
  const dossiers = await readDossiers(
    db,
    patients.map((patient) => patient.patient_id),
    filter,
  );
  const dossierIds = dossiers.map((dossier) => dossier.dossier_id);
  const vouchersOf = await readVouchersByDossier(db, dossierIds, view.at);
  const byPatient = groupBy(dossiers, (dossier) => dossier.patient_id);
  return patients.flatMap((patient) => {
    const own = (byPatient.get(patient.patient_id) ?? []).map(toDossier);
    const groups = view.isByDossier && own.length > 0 ? own.map((dossier) => [dossier]) : [own];
    return groups.map((group) => ({
      patientId: patient.patient_id,
      read: () => toRow(patient, group, vouchersOf),
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
    const found = validRows(
      await readPatientRows(trx, filter, view),
      ({ patientId }) => patientId,
      ({ read }) => read(),
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
