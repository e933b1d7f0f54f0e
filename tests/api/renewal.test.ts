import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/http/logs.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { startWorker } from '#server/worker.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';

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
    expect(await renewVouchers(server.services)).toBe(9);
    expect(await renewVouchers(server.services)).toBe(0);
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
    await renewVouchers(server.services);
    expect(await vouchersOf('2027-01-01')).toHaveLength(9);
  });

  test('rules §4 renewal: on the last day of a month of Rome the next month’s are made too', async () => {
    now = new Date('2026-06-29T21:59:59Z');
    await renewVouchers(server.services);
    expect(await vouchersOf('2026-07-01')).toEqual([]);
    now = new Date('2026-06-29T22:00:00Z');
    await renewVouchers(server.services);
    expect(await vouchersOf('2026-07-01')).not.toEqual([]);
  });

  test('rules §4 renewal: the month’s own vouchers are left as they are', async () => {
    const before = await vouchersOf('2026-05-01');
    now = new Date('2026-05-15T08:00:00Z');
    await renewVouchers(server.services);
    const after = await vouchersOf('2026-05-01');
    expect(after.filter((voucher) => before.some((old) => old.voucher_id === voucher.voucher_id))).toEqual(before);
    expect(after.length).toBe(before.length + 2);
  });

  test('design §4 worker: it renews at its start, and its stop waits for what is under way', async () => {
    now = new Date('2026-06-10T08:00:00Z');
    await startWorker(server.services, createLogger('silent'), server.settings.esb).stop();
    expect(await vouchersOf('2026-06-01')).toHaveLength(9);
  });

  test('design §4 worker: a failure is logged and ends nothing', async () => {
    const lines: string[] = [];
    const logger = createLogger('error', { write: (line) => lines.push(line) });
    const broken = () => {
      throw new Error('no clock');
    };
    await startWorker({ ...server.services, now: broken }, logger, server.settings.esb).stop();
    expect(lines.join('')).toContain('vouchers not renewed');
    expect(lines.join('')).toContain('AMC orders not delivered');
  });

  test('design §4 audit: a renewal is written down with its month and count', async () => {
    now = new Date('2026-06-10T08:00:00Z');
    const count = await renewVouchers(server.services);
    const rows = await server.db.selectFrom('audit').selectAll().where('action', '=', 'VOUCHERS_RENEWED').execute();
    expect(rows).toMatchObject([{ user_id: null, details: { month: '2026-06-01', count } }]);
  });
});
