import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clocks } from '#server/database/clock.ts';
import { DomainError } from '#server/domain-error.ts';
import { closeMonth } from '#server/ledger/closings.ts';
import { readMonth } from '#server/ledger/month.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import type { Principal } from '#server/services.ts';
import { ASL, BUSINESSES, PRODUCTS, PURCHASES, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { checkBuying, executeBuying, openCart, put } from './support/sale.ts';

/** Above the ids of the fixture. */
const FIRST_ID = 70_000;
const AT_ONCE = 64;
const MAY = '2026-05-01';

describeOnEachDatabase('the ledger', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  test('design §4 ledger: an entry is inserted once, and never changed or deleted', async () => {
    const ofOne = sql`where purchase_id = ${PURCHASES.active.id}`;
    await expect(sql`update ledger_entry set amount = 1 ${ofOne}`.execute(server.db)).rejects.toThrow('stays as it is');
    await expect(sql`delete from ledger_entry ${ofOne}`.execute(server.db)).rejects.toThrow('stays as it is');
    const again = server.db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('purchase_id', '=', PURCHASES.active.id)
      .executeTakeFirstOrThrow();
    const { entry_id: _id, ...entry } = await again;
    await expect(server.db.insertInto('ledger_entry').values(entry).execute()).rejects.toThrow('unique');
  });

  test('rules §9 closing: no writer puts an entry into a closed month', async () => {
    const { entry_id: _id, ...sale } = await server.db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('purchase_id', '=', PURCHASES.active.id)
      .executeTakeFirstOrThrow();
    await sql`insert into month_closing
      select 1, asl_id, business_id, month, now(), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '' from ledger_month
      where asl_id = ${sale.asl_id} and business_id = ${sale.business_id} and kind = 'SALE' limit 1`.execute(server.db);
    const entry = { ...sale, kind: 'CANCELLATION', amount: '-1' } as const;
    const insert = server.db.insertInto('ledger_entry').values(entry);
    await expect(insert.execute()).rejects.toThrow('A month that is closed stays as it is');
  });
});

/** Only on PostgreSQL: the embedded database has one session, so there are no races (design §6). */
describe('many sales at one store at once (postgres)', () => {
  let now = new Date('2026-05-20T10:00:00Z');
  let server: TestServer;
  let token: string;
  let operator: Principal;
  beforeAll(async () => {
    server = await startTestServer({
      database: 'postgres',
      now: () => now,
      env: { RATE_LIMIT_PER_MINUTE: '1000000' },
    });
    token = await signInAs(server, USERS.aurora);
    operator = {
      ...{ sessionId: '', username: USERS.region, call: 'test', address: '127.0.0.1', trace: 'test' },
      ...{ userId: 5, profile: 'OPERATOR', businessId: null, aslId: null },
    };
    await sql`insert into patient (patient_id, fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status)
      select ${FIRST_ID}::int + n, 'X' || n, 'Nome', 'Cognome', 'F', '1990-01-01', 'NONE', 'ENABLED'
      from generate_series(1, ${AT_ONCE}::int) n`.execute(server.db);
    await sql`insert into dossier (dossier_id, patient_id, asl_id, type, status)
      select patient_id, patient_id, ${ASL.sassari}::int, 'CELIAC', 'APPROVED' from patient
      where patient_id > ${FIRST_ID}::int`.execute(server.db);
    await sql`insert into voucher (voucher_id, dossier_id, code, month, status, enabled_at, disabled_at, initial_amount, residual)
      select dossier_id, dossier_id, 'M-' || dossier_id, ${MAY}::date, 'ENABLED', '2026-04-30T22:00:00Z',
        '2026-05-31T21:59:59Z', 90, 90
      from dossier where dossier_id > ${FIRST_ID}::int`.execute(server.db);
  });
  afterAll(() => server.close());

  /** Prepares one sale of a piece of bread for each patient, and returns what executes them. */
  async function prepareSales() {
    const sales = [];
    for (let id = FIRST_ID + 1; id <= FIRST_ID + AT_ONCE; id += 1) {
      const cartId = await openCart(server, token, { patientId: id, voucherId: id, storeId: STORES.auroraCentro });
      await put(server, token, cartId, PRODUCTS.bread, 1);
      sales.push({ cartId, txCommandId: await checkBuying(server, token, cartId) });
    }
    return sales.map(
      ({ cartId, txCommandId }) =>
        async () =>
          (await executeBuying(server, token, cartId, txCommandId)).status,
    );
  }

  async function mismatches(): Promise<string[]> {
    const found: string[] = [];
    const onMismatch = (table: string) => found.push(table);
    await reconcile(server.services, { isWhole: true, onMismatch, stop: new AbortController().signal });
    return found.filter((table) => table.startsWith('ledger') || table === 'purchase' || table === 'month_closing');
  }

  async function salesOf(month: string): Promise<number> {
    const request = { aslId: ASL.sassari, businessId: BUSINESSES.aurora, month };
    return (await readMonth(server.services, operator, request)).figures.purchases.count;
  }

  test('design §4 ledger: each is made, and the sum of their month has each once', async () => {
    const sales = await prepareSales();
    const before = await salesOf(MAY);
    const statuses = await Promise.all(sales.map((sell) => sell()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await salesOf(MAY)) - before).toBe(AT_ONCE);
    expect(await mismatches()).toEqual([]);
  });

  test('rules §9 closing: a month that is closed while they are made has some, and the next one the others', async () => {
    now = new Date('2026-05-31T21:59:59Z');
    token = await signInAs(server, USERS.aurora);
    const sales = await prepareSales();
    const before = await salesOf(MAY);
    const later = { ...server.services, ...clocks(() => new Date('2026-06-03T08:00:00Z')) };
    const request = { aslId: ASL.sassari, businessId: BUSINESSES.aurora, month: MAY };
    const close = async (): Promise<number> => {
      const { figures } = await readMonth(later, operator, request);
      const shown = { controlTotal: figures.controlTotal, ordersAmount: 0, rejectionsAmount: 0 };
      return closeMonth(later, operator, { ...request, shown }, (closing) => closing.figures.purchases.count).catch(
        (error: unknown) => {
          if (error instanceof DomainError && error.description === 'MONTH_FIGURES_CHANGED') return close();
          throw error;
        },
      );
    };
    const early = sales.splice(0, AT_ONCE / 4);
    const statuses = await Promise.all(early.map((sell) => sell()));
    const [closed, ...beside] = await Promise.all([close(), ...sales.splice(0, AT_ONCE / 2).map((sell) => sell())]);
    const after = await Promise.all(sales.map((sell) => sell()));
    expect(new Set([...statuses, ...beside, ...after])).toEqual(new Set([200]));
    expect(closed - before).toBeGreaterThanOrEqual(AT_ONCE / 4);
    expect(closed - before + (await salesOf('2026-06-01'))).toBe(AT_ONCE);
    expect(await salesOf('2026-06-01')).toBeGreaterThanOrEqual(AT_ONCE / 4);
    expect(await mismatches()).toEqual([]);
  });
});
