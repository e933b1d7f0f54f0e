import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isGtin } from '#contract/rules/product-code.ts';
import { isValidFiscalCode } from '#contract/rules/fiscal-code.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { describeDemoData } from '#demo/describe-demo-data.ts';
import { DEMO_TABLES, seedDemoData } from '#demo/seed-demo-data.ts';
import { refuseDemoData } from '#server/database/migrate.ts';
import { createServices, type Services } from '#server/services.ts';
import { readSettings } from '#server/settings/settings.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { describeOnEachDatabase } from './support/harness.ts';
import { makeTestDatabase } from './support/test-database.ts';

const never = new AbortController().signal;

const NOW = new Date('2026-11-20T10:00:00+01:00');

test('design §2 demonstration: its files have names of their own, and only import() loads them', async () => {
  const folder = inject('programs');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  const [ofDemo, others] = [true, false].map((is) => files.filter((file) => file.startsWith('demo-') === is));
  expect(ofDemo?.length).toBeGreaterThan(2);
  for (const file of others ?? []) {
    const code = await readFile(join(folder, file), 'utf8');
    expect([file, code.match(/(?:from|import) ?["']\.\/demo-/g)]).toEqual([file, null]);
  }
});

describeOnEachDatabase('demonstration data', (kind) => {
  let copy: Awaited<ReturnType<typeof makeTestDatabase>>;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let services: Services;
  const progress: string[] = [];

  beforeAll(async () => {
    copy = await makeTestDatabase(kind);
    database = await openDatabase(copy.location);
    services = createServices(readSettings({}), database, () => NOW);
    // The fixture is no demonstration data.
    await refuseDemoData(services.db);
    const tables = sql.join(DEMO_TABLES.map((table) => sql.table(table)));
    await sql`truncate ${tables}, ledger_month restart identity cascade`.execute(database.db);
    await seedDemoData(services, (line) => progress.push(line));
  });

  afterAll(async () => {
    await database.close();
    await copy.remove();
  });

  test('design §2 demonstration data: one line tells what is made', () => {
    expect(progress).toEqual([expect.stringMatching(/^Making the demonstration data: \d+ patients, \d+ purchases$/)]);
  });

  test('design §2 demonstration data: in the database too, residual = initial − active purchases', async () => {
    const { rows } = await sql<{ wrong: number; vouchers: number }>`
      select count(*) as vouchers, count(*) filter (where residual <> initial_amount - spent) as wrong
      from voucher left join lateral (
        select coalesce(sum(items_amount), 0) as spent from purchase
        where purchase.voucher_id = voucher.voucher_id and status = 'ACTIVE'
      ) on true`.execute(services.db);
    expect(rows[0]?.wrong).toBe(0);
    expect(rows[0]?.vouchers).toBeGreaterThan(2000);
    const found = await reconcile(services, { isWhole: true, onMismatch: () => expect.unreachable(), stop: never });
    expect(found?.checked).toBeGreaterThan(2000);
  });

  test('design §2 demonstration data: every EAN and every fiscal code in the database is valid', async () => {
    const products = await services.db.selectFrom('product').select('ean1').execute();
    const patients = await services.db.selectFrom('patient').select('fiscal_code').execute();
    expect(products.length).toBeGreaterThanOrEqual(2000);
    expect(patients.length).toBeGreaterThanOrEqual(300);
    expect(products.filter(({ ean1 }) => !isGtin(ean1))).toEqual([]);
    expect(patients.filter(({ fiscal_code }) => !isValidFiscalCode(fiscal_code))).toEqual([]);
  });

  test('design §2 demonstration data: on the day of the first start nobody lacks a voucher that is due', async () => {
    expect(await renewVouchers(services, never)).toBe(0);
  });

  test('design §2 demonstration data: new rows go on after the highest id', async () => {
    const highest = await services.db
      .selectFrom('manufacturer')
      .select((eb) => eb.fn.max('manufacturer_id').as('id'))
      .executeTakeFirstOrThrow();
    const added = await services.db
      .insertInto('manufacturer')
      .values({ name: 'One more' })
      .returning('manufacturer_id')
      .executeTakeFirstOrThrow();
    expect(added.manufacturer_id).toBe(highest.id + 1);
  });

  test('design §2 demonstration data: a database that holds data is left as it is', async () => {
    const count = () =>
      services.db
        .selectFrom('purchase')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute();
    const before = await count();
    await seedDemoData(services, () => expect.unreachable());
    expect(await count()).toEqual(before);
  });

  test('rules §8 production: a database that was filled for a demonstration is refused', async () => {
    await expect(refuseDemoData(services.db)).rejects.toThrow('holds demonstration data');
  });

  test('design §2 demonstration data: what is printed names users with companies and codes, patients with PIN, and EANs', async () => {
    const printed = (await describeDemoData(services)).join('\n');
    expect(printed).toContain('anna.bentueddu');
    expect(printed).toMatch(/SRRFSE78E12B354Q .*PIN 24680/);
    expect(printed).toMatch(/anna.bentueddu +Farmacia del Corallo Bianco .* 70101\n +Parafarmacia .* without a code/);
    expect(printed).toMatch(/claudia.murteddu +health authority ASL/);
    expect(printed).toMatch(/elena.sartiglia +operator of the region/);
    expect(printed).toMatch(/Cartavecchia .*paper vouchers/);
    for (const kind of ['coeliac', 'protein-free']) {
      const [, listed = ''] = printed.split(`for a ${kind} dossier (EAN, reference price):\n`);
      const eans = listed
        .split('\n')
        .slice(0, 8)
        .map((line) => line.trim().split(' ')[0] ?? '');
      expect(eans.filter(isGtin)).toHaveLength(8);
      expect(eans.filter((ean) => ean.startsWith('0'))).toHaveLength(2);
    }
  });

  test('design §2 demonstration data: of data of an earlier version nobody is named who is not in it', async () => {
    await services.db.deleteFrom('app_user').where('profile', '=', 'OPERATOR').execute();
    await services.db.deleteFrom('dossier').where('switch_month', 'is not', null).execute();
    await services.db.deleteFrom('patient').where('last_name', '=', 'Cartavecchia').execute();
    const printed = (await describeDemoData(services)).join('\n');
    expect(printed).toContain('nicola.forastieri');
    expect(printed).not.toMatch(/operator|Cartavecchia/);
  });
});
