import type { Selectable } from 'kysely';
import { PREPARED, isAnyOf } from '#server/database/prepared.ts';
import type { DossierTable, PatientTable } from '#server/database/schema.ts';
import type { Database } from '../context.ts';
import { groupBy } from '#contract/group-by.ts';
import type { Order } from '../sorting.ts';
import type { DossierOfPatient, PatientRow, VoucherOfPatient } from './patient-row.ts';
import { readVouchersByDossier } from './read-vouchers.ts';

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
  /** The beginning of the fiscal code: capital letters and digits only. */
  readonly fiscalCodePrefix?: string;
  readonly onlyEnabled?: boolean;
  readonly dossierId?: number;
  /** The maximum number of patients. */
  readonly most?: number;
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

function toDossier(row: Pick<Selectable<DossierTable>, 'dossier_id' | 'type' | 'status'>): DossierOfPatient {
  return { dossierId: row.dossier_id, type: row.type, status: row.status };
}

function toRow(
  patient: Pick<Selectable<PatientTable>, (typeof PATIENT_COLUMNS)[number]>,
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
  const { fiscalCodePrefix, onlyEnabled, dossierId, most } = filter;
  if (dossierId !== undefined) return readOwnerOf(db, dossierId);
  let query = selectPatients(db);
  if (fiscalCodePrefix !== undefined) query = query.where('fiscal_code', 'like', `${fiscalCodePrefix}%`);
  if (onlyEnabled) query = query.where('status', '=', 'ENABLED');
  for (const column of order.columns) query = query.orderBy(column, order.direction);
  if (most !== undefined) query = query.limit(most);
  return query.orderBy('patient_id').execute();
}

async function readDossiers(db: Database, patientIds: readonly number[], filter: PatientFilter) {
  if (patientIds.length === 0) return [];
  let query = db
    .selectFrom('dossier')
    .select(['dossier_id', 'patient_id', 'type', 'status'])
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
