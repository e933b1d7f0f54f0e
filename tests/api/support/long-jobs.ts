import { sql } from 'kysely';
import { clocks } from '#server/database/clock.ts';
import { continueToEnd } from '#server/imports/continue-import.ts';
import { startImport } from '#server/imports/imports.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { anonymisePatients } from '#server/patients/anonymise-patients.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { deleteAbandonedCarts } from '#server/sale/delete-abandoned-carts.ts';
import type { Database, DbAndClocks } from '#server/services.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { inventedFiscalCode, PATIENT_COLUMNS, patientLine } from '#tests/support/import-files.ts';
import { ASL, PATIENTS, STORES, TEST_NOW } from './fixture.ts';
import { receivedImport } from './started-import.ts';

/** A job that takes several steps with these rows. */
interface LongJob {
  readonly fill: (services: DbAndClocks) => Promise<unknown>;
  readonly run: (services: DbAndClocks, stop: AbortSignal) => Promise<unknown>;
  /** A query for all that the job leaves. */
  readonly left: string;
}

const DAY_MS = 24 * 3_600_000;
const ROWS = 400;
const FIRST = 20_000;
const NEVER = new AbortController().signal;
const inDays = ({ db }: DbAndClocks, days: number): DbAndClocks => ({
  db,
  ...clocks(() => new Date(TEST_NOW.getTime() + days * DAY_MS)),
});

/** Invented patients, each with an approved dossier of the same number. */
async function fillPatients(db: Database, status = 'APPROVED'): Promise<void> {
  await sql`insert into patient (patient_id, fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status)
    select ${FIRST}::int + n, 'FINTO' || n, 'Ada', 'Serra', 'F', '1980-01-01', 'NONE', 'ENABLED'
    from generate_series(1, ${ROWS}::int) n`.execute(db);
  await sql`insert into dossier (dossier_id, patient_id, asl_id, type, status)
    select patient_id, patient_id, ${ASL.sassari}::int, 'CELIAC', ${status} from patient
    where patient_id > ${FIRST}`.execute(db);
}

const lines = Array.from({ length: ROWS }, (_, index) => patientLine(index, ['101', '108']).split(';'));
const importId = async (db: Database) =>
  (await db.selectFrom('import_run').select('import_id').executeTakeFirstOrThrow()).import_id;
const LEFT_OF_IMPORT = `
  select fiscal_code, last_name, type, dossier.asl_id, dossier.status, monthly_amount, patient.version, counted.* from patient
    left join dossier using (patient_id)
    cross join lateral (select count(*) as audit from audit where audit.patient_id = patient.patient_id
      and details ? 'importId') counted
    where fiscal_code like any(array['%80_01B354_', '%80%B354%'])
  union all
  select state, '', '', lines, '', null, created, processed + refused + unchanged + changed from import_run
  union all
  select outcome, same_person::text, '', line, '', null, 0, 0 from import_line order by 1, 2, 3, 4, 5, 6, 7, 8`;

async function fillImport(services: DbAndClocks): Promise<void> {
  const { db } = services;
  // Some of the lines change a patient.
  await sql`insert into patient (fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status)
    select code, 'Ada', 'Serra', 'F', '1980-01-01', 'NONE', 'ENABLED'
    from unnest(${lines.slice(100, 200).map(([code]) => code)}::text[]) code`.execute(db);
  await receivedImport(services, 'patients', PATIENT_COLUMNS, ...lines, [
    inventedFiscalCode(3),
    ...(lines[0] ?? []).slice(1),
  ]);
}

async function fillSales({ db }: DbAndClocks): Promise<void> {
  const bulk = { count: ROWS, lines: 1, aslId: ASL.sassari, storeId: STORES.auroraCentro };
  await fillPurchases(db, { ...bulk, from: new Date('2026-03-01T08:00:00Z'), until: TEST_NOW });
  await sql`update purchase_item set total = 0.01 where purchase_id % 100 = 7`.execute(db);
}

const reconcileAll = (isWhole: boolean) => (services: DbAndClocks, stop: AbortSignal) =>
  reconcile(services, { isWhole, onMismatch: () => undefined, stop });
const LEFT_OF_RECONCILIATION = `
  select table_name, id from ledger_difference
  union all select is_whole::text, mismatches from reconciliation where ended_at is not null
  union all select part, done_to from job_step order by 1, 2`;

const LEFT_OF_RENEWAL = `
  select dossier_id, month::text, code, initial_amount, residual from voucher
  union all select (details->>'count')::int, 'audit', '', 0, 0
    from (select jsonb_build_object('count', sum((details->>'count')::int)) as details from audit
      where action = 'VOUCHERS_RENEWED') audit
  union all select request_id, 'request', '', 0, 0 from renewal_request
  union all select 0, part, 'done', 0, 0 from job_step where done_at is not null order by 1, 2`;

const renew = (services: DbAndClocks, stop: AbortSignal) => renewVouchers(services, stop);

/** Every job that takes several steps. */
export const LONG_JOBS: Readonly<Record<string, LongJob>> = {
  'renewal of a month': {
    fill: async ({ db }) => {
      await fillPatients(db);
      await db.deleteFrom('renewal_request').execute();
    },
    run: renew,
    left: LEFT_OF_RENEWAL,
  },
  'renewal of what has changed': {
    fill: async (services) => {
      await renew(services, NEVER);
      await fillPatients(services.db);
    },
    run: renew,
    left: LEFT_OF_RENEWAL,
  },
  anonymising: {
    fill: async ({ db }) => {
      await fillPatients(db, 'REVOKED');
      await sql`insert into voucher (dossier_id, code, month, status, enabled_at, disabled_at, initial_amount, residual)
        select dossier_id, 'OLD' || dossier_id, '2023-01-01', 'ENABLED', '2023-01-01', '2023-01-31', 50, 50
        from dossier where dossier_id > ${FIRST}`.execute(db);
    },
    run: (services, stop) => anonymisePatients(services, 24, stop),
    left: `select fiscal_code, last_name, birth_date, status, version,
        (select count(*) from audit where audit.patient_id = patient.patient_id and action = 'PATIENT_ANONYMISED') as audit
      from patient union all select job, part, null, '', 0, 0 from job_step order by 1`,
  },
  'the check of a file': {
    fill: fillImport,
    run: async (services, stop) => continueToEnd(services, await importId(services.db), stop),
    left: LEFT_OF_IMPORT,
  },
  'the import of a file': {
    fill: async (services) => {
      await fillImport(services);
      const id = await importId(services.db);
      await continueToEnd(services, id, NEVER);
      await startImport(services, { userId: null }, id, false);
    },
    run: async (services, stop) => continueToEnd(services, await importId(services.db), stop),
    left: LEFT_OF_IMPORT,
  },
  'reconciliation of all': { fill: fillSales, run: reconcileAll(true), left: LEFT_OF_RECONCILIATION },
  'reconciliation of what has changed': { fill: fillSales, run: reconcileAll(false), left: LEFT_OF_RECONCILIATION },
  'abandoned carts': {
    fill: ({ db }) =>
      sql`insert into cart (patient_id, dossier_id, voucher_id, store_id, business_id, user_id, created_at)
        select ${PATIENTS.withoutPin.id}::int, dossier_id, voucher_id, ${STORES.auroraCentro}::int, 1, 1, ${TEST_NOW}
        from voucher cross join generate_series(1, ${ROWS}::int) where voucher_id = 200`.execute(db),
    run: (services, stop) => deleteAbandonedCarts(inDays(services, 91), stop),
    left: `select cart_id from cart union all select done_to from job_step where job = 'carts' order by 1`,
  },
};
