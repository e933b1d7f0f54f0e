import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { httpTarget } from '#server/amc-orders/esb.ts';
import { createLogger } from '#server/http/logs.ts';
import { deliverOrders } from '#server/amc-orders/deliver-orders.ts';
import { startBus } from './support/bus.ts';
import { PRODUCTS, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { readOrder } from './support/order.ts';
import { SALES, sell } from './support/sale.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  token = await signInAs(server, USERS.aurora);
});
afterAll(() => server.close());

type Values = Readonly<Record<string, string | number>>;

/** A script of the runbook, with `psql`'s variables replaced. */
async function script(name: string, values: Values = {}): Promise<string> {
  const text = await readFile(`scripts/sql/${name}.sql`, 'utf8');
  return text.replaceAll(
    /(?<!:):('?)([a-z]+)\b'?/g,
    (_, quote: string, variable: string) => `${quote}${values[variable]}${quote}`,
  );
}

/** Runs a script as the owner of the tables. Like `psql`, it ends the transaction after an error. */
async function carryOut(name: string, values: Values = {}): Promise<void> {
  const text = await script(name, values);
  await server.db.connection().execute(async (connection) => {
    try {
      await sql.raw(text).execute(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

async function mismatches(): Promise<string[]> {
  const found: string[] = [];
  await reconcile(server.services, {
    isWhole: true,
    onMismatch: (table, ids) => found.push(...ids.map((id) => `${table} ${id}`)),
    stop: new AbortController().signal,
  });
  return found;
}

async function sale() {
  await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 2);
  const last = server.db.selectFrom('purchase').selectAll().orderBy('purchase_id', 'desc').limit(1);
  return last.executeTakeFirstOrThrow();
}

async function order(purchaseId: number) {
  const body = { purchasesIds: [purchaseId], orderDate: TEST_NOW.toISOString() };
  await server.callOk(createAmcOrders, { body }, { token });
  const last = server.db.selectFrom('outbox').selectAll().orderBy('outbox_id', 'desc').limit(1);
  return last.executeTakeFirstOrThrow();
}

/** The audit entries that the work writes. */
async function audited(work: () => Promise<void>) {
  const rows = server.db.selectFrom('audit').orderBy('audit_id');
  const before = await rows.select('audit_id').execute();
  await work();
  const all = await rows.select(['action', 'voucher_id', 'purchase_id', 'patient_id', 'details']).execute();
  return all.slice(before.length);
}

test('design §4 runbook: a wrong purchase, voucher and order are made those of the ledger again, with an audit row, and once', async () => {
  const [spoilt, fine] = [await sale(), await sale()];
  const { amc_order_id: orderId } = await order(fine.purchase_id);
  const { purchase_id: id, voucher_id: voucherId, patient_id: patientId } = spoilt;
  await sql`update purchase_item set total = total + 1 where purchase_id = ${id}`.execute(server.db);
  await sql`update purchase set items_amount = 8.50 where purchase_id = ${id}`.execute(server.db);
  await sql`update amc_order set amount = amount + 1 where amc_order_id = ${orderId}`.execute(server.db);
  await sql`update amc_order_month set purchases = 2 where amc_order_id = ${orderId}`.execute(server.db);
  await sql`update amc_order_purchase set released_at = now() where amc_order_id = ${orderId}`.execute(server.db);
  await sql`update ledger_month set amount = amount + 1`.execute(server.db);
  const months = (await mismatches()).flatMap((row) => /^ledger_month (\d{6})$/.exec(row)?.slice(1) ?? []);
  expect(months).not.toEqual([]);
  for (const month of months) await carryOut('mend-month', { month });
  expect(await mismatches()).toEqual([`purchase ${id}`, `amc_order ${orderId}`, `amc_order_month ${orderId}`]);
  await carryOut('mend-order-months', { id: orderId });

  await carryOut('look-at-purchase', { id });
  const purchaseChanges = { itemsAmount: { from: '8.50', to: '7.00' } };
  const by = expect.any(String) as string;
  expect(await audited(() => carryOut('mend-purchase', { id }))).toEqual([
    {
      action: 'ROW_CHANGED',
      voucher_id: voucherId,
      purchase_id: id,
      patient_id: patientId,
      details: { table: 'purchase', id, by, lines: [{ position: 1, from: '8.00' }], changes: purchaseChanges },
    },
  ]);
  expect(await audited(() => carryOut('mend-purchase', { id }))).toEqual([]);
  expect(await mismatches()).toEqual([`amc_order ${orderId}`]);

  await sql`update voucher set residual = residual - 1 where voucher_id = ${voucherId}`.execute(server.db);
  const mended = await audited(() => carryOut('mend-voucher', { id: voucherId }));
  expect(mended).toMatchObject([{ action: 'ROW_CHANGED', voucher_id: voucherId, patient_id: patientId }]);
  expect(await audited(() => carryOut('mend-voucher', { id: voucherId }))).toEqual([]);

  await carryOut('look-at-order', { id: orderId });
  const changes = { amount: { from: '8.00', to: '7.00' } };
  expect(await audited(() => carryOut('mend-order', { id: orderId }))).toMatchObject([
    { action: 'ROW_CHANGED', details: { table: 'amc_order', id: orderId, changes } },
  ]);
  expect(await mismatches()).toEqual([]);
});

test('design §4 runbook: a sale that can no longer be cancelled is, unless it is ordered, and the ledger agrees', async () => {
  const wrong = await sale();
  const { purchase_id: id } = wrong;
  const cancelled = await audited(() => carryOut('cancel-purchase', { id }));
  const details = { itemsAmount: '7.00', by: expect.any(String) as string };
  expect(cancelled).toMatchObject([{ action: 'PURCHASE_CANCELLED', purchase_id: id, details }]);
  expect(await audited(() => carryOut('cancel-purchase', { id }))).toEqual([]);
  const ordered = await sale();
  await order(ordered.purchase_id);
  expect(await audited(() => carryOut('cancel-purchase', { id: ordered.purchase_id }))).toEqual([]);
  expect(await mismatches()).toEqual([]);
});

test('design §4 runbook: a stuck order is held back, rejected or accepted; a rejected one may be ordered again', async () => {
  const bus = await startBus();
  bus.answer = () => ({ status: 422 });
  const { purchase_id: purchaseId } = await sale();
  const { amc_order_id: id } = await order(purchaseId);
  const deliver = () => {
    const options = { services: server.services, target: httpTarget(bus.url, undefined), timeoutMs: 10_000 };
    return deliverOrders({ ...options, logger: createLogger('silent') }, new AbortController().signal);
  };
  await deliver();
  expect((await readOrder(server.db, id)).last_error).toBe('HTTP 422');
  const open = await script('open-orders');
  const { rows } = await sql.raw<{ amc_order_id: number }>(open).execute(server.db);
  expect(rows.map((row) => row.amc_order_id)).toContain(id);
  await carryOut('hold-order', { id });
  expect((await readOrder(server.db, id)).next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 86_000_000);

  const reason = 'Ordine non ricevuto';
  expect(await audited(() => carryOut('reject-order', { id, reason }))).toMatchObject([
    { action: 'AMC_ORDER_REJECTED', details: { amcOrderId: id } },
  ]);
  expect(await readOrder(server.db, id)).toMatchObject({ esb_status: 'REJECTED', esb_reason: reason });
  expect(await audited(() => carryOut('accept-order', { id }))).toEqual([]);
  const { amc_order_id: again } = await order(purchaseId);
  expect(await audited(() => carryOut('accept-order', { id: again }))).toHaveLength(1);
  expect(await readOrder(server.db, again)).toMatchObject({ esb_status: 'ACCEPTED', last_error: null });
  expect(await mismatches()).toEqual([]);
  await bus.close();
});

test('design §4 runbook: after a restore numbers go on far above, sessions are ended, and an order that only the bus has comes back', async () => {
  const since = '2026-05-15 10:00 Europe/Rome';
  const { purchase_id: purchaseId } = await sale();
  const forgotten = await order(purchaseId);
  const { amc_order_id: id, idempotency_key: key } = forgotten;
  for (const table of ['outbox', 'amc_order_purchase', 'amc_order'])
    await sql`delete from ${sql.table(table)} where amc_order_id = ${id}`.execute(server.db);

  await carryOut('done-since', { since });
  await carryOut('orders-since', { since });
  await carryOut('disk');
  await carryOut('after-restore');
  const { status } = await server.call(
    createAmcOrders,
    { body: { purchasesIds: [purchaseId], orderDate: TEST_NOW.toISOString() } },
    { token },
  );
  expect(status).toBe(403);
  token = await signInAs(server, USERS.aurora);
  expect((await sale()).purchase_id).toBeGreaterThan(purchaseId + 1_000_000);

  const payload = JSON.stringify(forgotten.payload);
  const reentered = await audited(() => carryOut('enter-order', { key, payload }));
  expect(reentered).toMatchObject([{ action: 'AMC_ORDERS_CREATED', details: { orders: [{ amcOrderId: id }] } }]);
  const row = server.db.selectFrom('outbox').selectAll().where('amc_order_id', '=', id);
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({ idempotency_key: key, payload: forgotten.payload });
  expect((await readOrder(server.db, id)).esb_status).toBe('SENT');
  await expect(order(purchaseId)).rejects.toThrow('PURCHASE_ALREADY_ORDERED');
  const unknown = JSON.stringify({ ...forgotten.payload, amcOrderId: 7, purchases: [{ purchaseId: 999_999 }] });
  const refused = carryOut('enter-order', { key: randomUUID(), payload: unknown });
  await expect(refused).rejects.toThrow('amc_order_purchase_purchase_id_fkey');
  expect(await mismatches()).toEqual([]);
});
