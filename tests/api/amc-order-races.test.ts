import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { addMissingEntries } from '#server/ledger/entries.ts';
import { checkCancelling, executeCancelling } from './support/after-sale.ts';
import { fillMonth } from './support/billing-month.ts';
import { columnSum, readOrderDocuments } from './support/documents.ts';
import { ASL, BUSINESSES, STORES, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

const NOW = new Date('2026-11-03T09:00:00Z');
const MANY = 100_000;
const FIRST_OF_MANY = 100_001;

/** Only on PostgreSQL: the embedded database has one session, so there are no races (design §6). */
describe('AMC order races (postgres)', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres', now: () => NOW });
    await fillMonth(server.db);
    token = await signInAs(server, USERS.aurora);
  });
  beforeEach(async () => {
    for (const table of ['outbox', 'amc_order_purchase', 'amc_order'] as const) {
      await server.db.deleteFrom(table).execute();
    }
  });
  afterAll(() => server.close());

  function place(purchasesIds: number[]) {
    const body = { purchasesIds, orderDate: NOW.toISOString() };
    return server.call(createAmcOrders, { body }, { token });
  }

  function outcomes(answers: readonly { readonly status: number; readonly error?: { description?: string | null } }[]) {
    return answers.map(({ status, error }) => error?.description ?? String(status)).sort();
  }

  function countOf(table: 'amc_order' | 'outbox' | 'amc_order_purchase') {
    return server.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
      .then(({ n }) => Number(n));
  }

  test('rules §7 race: the same purchases ordered at once, in any order of their ids, are in one order', async () => {
    const ids = [602, 604, 605, 603];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => place(index % 2 === 0 ? ids : [...ids].reverse())),
    );
    expect(outcomes(answers)).toEqual(['200', ...Array<string>(7).fill('PURCHASE_ALREADY_ORDERED')]);
    expect(await countOf('amc_order_purchase')).toBe(4);
    expect(await countOf('outbox')).toBe(await countOf('amc_order'));
  });

  test('rules §7 race: of orders that overlap, the refused one names what it lost and takes nothing', async () => {
    const answers = await Promise.all([place([602, 604]), place([604, 605])]);
    expect(outcomes(answers)).toEqual(['200', 'PURCHASE_ALREADY_ORDERED']);
    expect(answers.find(({ status }) => status === 409)?.error?.purchasesIds).toEqual([604]);
    expect(await countOf('amc_order_purchase')).toBe(2);
  });

  test('rules §6 race: a purchase is either cancelled or ordered, never both', async () => {
    for (const purchaseId of [602, 604, 605, 606, 607]) {
      const txCommandId = await checkCancelling(server, token, purchaseId);
      const answers = await Promise.all([
        place([purchaseId]),
        executeCancelling(server, token, purchaseId, txCommandId),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const row = await server.db
        .selectFrom('purchase')
        .leftJoin('amc_order_purchase', 'amc_order_purchase.purchase_id', 'purchase.purchase_id')
        .select(['status', 'amc_order_id'])
        .where('purchase.purchase_id', '=', purchaseId)
        .executeTakeFirstOrThrow();
      expect(row.status === 'CANCELLED').toBe(row.amc_order_id === null);
    }
  });

  describe('100,000 purchases', { tags: ['full'] }, () => {
    beforeAll(async () => {
      const place = { patient_id: 1, dossier_id: 10, voucher_id: 100, business_id: BUSINESSES.aurora, user_id: 1 };
      const parties = sql`${place.patient_id}::int, ${place.dossier_id}::int, ${place.voucher_id}::int,
        case when n % 2 = 0 then ${STORES.auroraCentro}::int else ${STORES.auroraMare}::int end,
        ${place.business_id}::int, ${place.user_id}::int, ${NOW}::timestamptz - n * interval '1 second'`;
      const numbers = sql`generate_series(${FIRST_OF_MANY}::int, ${FIRST_OF_MANY + MANY - 1}::int) as n`;
      const columns = sql.raw('patient_id, dossier_id, voucher_id, store_id, business_id, user_id, created_at');
      await sql`insert into cart (cart_id, ${columns}) select n, ${parties} from ${numbers}`.execute(server.db);
      await sql`insert into purchase (purchase_id, cart_id, ${columns}, asl_id, items_amount, residual_after, status, parties_id)
        select n, n, ${parties}, ${ASL.sassari}::int, 1.33, 0, 'ACTIVE', (select min(parties_id) from parties) from ${numbers}`.execute(
        server.db,
      );
      await sql`insert into purchase_item (
          purchase_id, position, product_id, product_name, ean1, manufacturer, quantity, unit_price, total
        ) select n, 1, 106, 'Farina al taglio', '8000000001063', 'Grano Libero', 1, 1.333333, 1.33 from ${numbers}`.execute(
        server.db,
      );
      await addMissingEntries(server.db);
    }, 120_000);

    test('rules §7 orders: as many are ordered by one call, and the documents of an order hold them all', async () => {
      const { data } = await place(Array.from({ length: MANY }, (_, index) => FIRST_OF_MANY + index));
      expect(data?.orders.map(({ amount }) => amount?.toFixed(2))).toEqual(['66500.00', '66500.00']);
      expect(await countOf('amc_order_purchase')).toBe(MANY);
      const { csv } = await readOrderDocuments(server, token, Number(data?.orders[0]?.amcOrderId));
      expect(csv.rows).toHaveLength(MANY / 2);
      expect(columnSum(csv, 'Importo (€)').toFixed(2)).toBe('66500.00');
    }, 120_000);
  });
});
