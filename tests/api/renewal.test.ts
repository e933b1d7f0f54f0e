import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clocks } from '#server/database/clock.ts';
import { createLogger } from '#server/http/logs.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { startWorker } from '#server/worker.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';

const never = new AbortController().signal;

describeOnEachDatabase('renewal of vouchers', (database) => {
  let now: Date;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  function vouchersOf(month: string) {
    return server.db.selectFrom('voucher').selectAll().where('month', '=', month).orderBy('dossier_id').execute();
  }

  test('rules §4 renewal: each approved dossier of an enabled patient gets the voucher of the month, once', async () => {
    now = new Date('2026-06-10T08:00:00Z');
    expect(await renewVouchers(server.services, never)).toBe(9);
    expect(await renewVouchers(server.services, never)).toBe(0);
    const vouchers = await vouchersOf('2026-06-01');
    expect(vouchers.map((voucher) => [voucher.dossier_id, voucher.initial_amount, voucher.residual])).toEqual([
      [10, '110.00', '110.00'],
      [20, '90.00', '90.00'],
      [30, '110.00', '110.00'],
      [31, '150.00', '150.00'],
      [50, '89.00', '89.00'],
      [60, '110.00', '110.00'],
      [70, '90.00', '90.00'],
      [80, '89.00', '89.00'],
      [110, '90.00', '90.00'],
    ]);
    expect(vouchers[0]).toMatchObject({
      status: 'ENABLED',
      enabled_at: new Date('2026-05-31T22:00:00Z'),
      disabled_at: new Date('2026-06-30T21:59:59.999Z'),
    });
  });

  test('§1 renewal: it goes on in the next year', async () => {
    now = new Date('2027-01-01T11:00:00Z');
    await renewVouchers(server.services, never);
    expect(await vouchersOf('2027-01-01')).toHaveLength(9);
  });

  test('rules §4 renewal: on the last day of a month of Rome the next month’s are made too', async () => {
    now = new Date('2026-06-29T21:59:59Z');
    await renewVouchers(server.services, never);
    expect(await vouchersOf('2026-07-01')).toEqual([]);
    now = new Date('2026-06-29T22:00:00Z');
    await renewVouchers(server.services, never);
    expect(await vouchersOf('2026-07-01')).not.toEqual([]);
  });

  test('rules §4 renewal: the month’s own vouchers are left as they are', async () => {
    const before = await vouchersOf('2026-05-01');
    now = new Date('2026-05-15T08:00:00Z');
    await renewVouchers(server.services, never);
    const after = await vouchersOf('2026-05-01');
    expect(after.filter((voucher) => before.some((old) => old.voucher_id === voucher.voucher_id))).toEqual(before);
    expect(after.length).toBe(before.length + 2);
  });

  test('design §4 worker: it renews at its start', async () => {
    now = new Date('2026-06-10T08:00:00Z');
    const worker = startWorker(server.services, createLogger('silent'), server.settings.esb);
    await expect.poll(() => vouchersOf('2026-06-01')).toHaveLength(9);
    await worker.stop();
  });

  const ofDossier = async (id: number) =>
    (await vouchersOf('2026-06-01'))
      .filter((voucher) => voucher.dossier_id === id)
      .map((voucher) => voucher.initial_amount);

  /** What makes a voucher due after its month was renewed, of a dossier that had none, and what it then has. */
  const LATER_DUE: readonly (readonly [what: string, before: string, change: string, id: number, amount: string])[] = [
    [
      'a new dossier',
      'select 1',
      `insert into dossier (dossier_id, patient_id, asl_id, type, status)
      values (901, 4, 1, 'CELIAC', 'APPROVED')`,
      901,
      '90.00',
    ],
    ['an approved dossier', 'select 1', `update dossier set status = 'APPROVED' where dossier_id = 40`, 40, '90.00'],
    [
      'a patient who is enabled',
      `update patient set status = 'DISABLED' where patient_id = 2`,
      `update patient set status = 'ENABLED' where patient_id = 2`,
      20,
      '90.00',
    ],
    [
      'a birth date',
      `update patient set birth_date = '2026-05-30' where patient_id = 2`,
      `update patient set birth_date = '1980-01-01' where patient_id = 2`,
      20,
      '90.00',
    ],
    [
      'a switch from paper',
      `update dossier set switch_month = '2026-07-01' where dossier_id = 20`,
      `update dossier set switch_month = '2026-06-01' where dossier_id = 20`,
      20,
      '90.00',
    ],
    [
      'a ceiling of its kind',
      `insert into dossier_kind (kind_id, code, name_it, name_en, amount_by, from_months)
        values (900, 'FENILE', 'Fenilchetonuria', 'Phenylketonuria', 'CEILINGS', 0);
      insert into dossier (dossier_id, patient_id, asl_id, type, status) values (902, 2, 1, 'FENILE', 'APPROVED')`,
      'update dossier_kind set female18 = 55 where kind_id = 900',
      902,
      '55.00',
    ],
  ];

  test.each(LATER_DUE)(
    'rules §4 renewal: after the month was renewed %s has its voucher made',
    async (_, before, change, id, amount) => {
      now = new Date('2026-06-10T08:00:00Z');
      for (const statement of before.split(';')) await sql.raw(statement).execute(server.db);
      await renewVouchers(server.services, never);
      expect(await ofDossier(id)).toEqual([]);
      await sql.raw(change).execute(server.db);
      expect(await renewVouchers(server.services, never)).toBe(1);
      expect(await ofDossier(id)).toEqual([amount]);
    },
  );

  test('design §4 renewal: a month that is renewed is not asked for again, a name or a new month is no change', async () => {
    now = new Date('2026-06-10T08:00:00Z');
    await renewVouchers(server.services, never);
    await sql`delete from voucher where month = '2026-06-01' and dossier_id = 10`.execute(server.db);
    await sql`update patient set last_name = 'Altro' where patient_id = 1`.execute(server.db);
    await sql`update dossier_kind set name_en = 'Another' where code = 'CELIAC'`.execute(server.db);
    expect(await renewVouchers(server.services, never)).toBe(0);
    expect(await server.db.selectFrom('renewal_request').selectAll().execute()).toEqual([]);
    const { rows } = await sql<{
      part: string;
    }>`select part from job_step where job = 'renewal' and done_at is not null`.execute(server.db);
    expect(rows).toEqual([{ part: '2026-06-01' }]);
  });

  test('design §4 worker: a failure is logged and ends nothing', async () => {
    const lines: string[] = [];
    const logger = createLogger('error', { write: (line) => lines.push(line) });
    const broken = () => {
      throw new Error('no clock');
    };
    await startWorker({ ...server.services, ...clocks(broken) }, logger, server.settings.esb).stop();
    expect(lines.join('')).toContain('vouchers not renewed');
    expect(lines.join('')).toContain('AMC orders not delivered');
  });

  test('design §4 audit: a renewal is written down with its month and count', async () => {
    now = new Date('2026-06-10T08:00:00Z');
    const count = await renewVouchers(server.services, never);
    const rows = await server.db.selectFrom('audit').selectAll().where('action', '=', 'VOUCHERS_RENEWED').execute();
    expect(rows).toMatchObject([{ user_id: null, details: { month: '2026-06-01', count } }]);
  });
});
