import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import type { EsbTarget } from '#server/amc-orders/delivery.ts';
import { httpTarget, loopbackTarget } from '#server/amc-orders/esb.ts';
import { createLogger } from '#server/http/logs.ts';
import { deliverOrders } from '#server/amc-orders/deliver-orders.ts';
import { type Bus, startBus } from './support/bus.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { PURCHASES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { orderAudit, placeOrder, readOrder } from './support/order.ts';
import { freePort } from '#tests/support/free-port.ts';

const TOKEN = 'token-of-the-bus';
const purchaseId = PURCHASES.active.id;

describeOnEachDatabase('delivery of AMC orders', (database) => {
  let now: Date;
  let server: TestServer;
  let bus: Bus;
  let log: string[];
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    log = [];
    bus = await startBus();
  });
  afterEach(() => Promise.all([restoreFixture(server.db), bus.close()]));
  afterAll(() => server.close());

  /** One turn of the worker. */
  function deliver(target: EsbTarget, { timeoutMs = 10_000, stop = new AbortController().signal } = {}) {
    const logger = createLogger('debug', { write: (line) => log.push(line) });
    return deliverOrders({ services: server.services, target, logger, timeoutMs }, stop);
  }

  function inSeconds(seconds: number): void {
    now = new Date(now.getTime() + seconds * 1000);
  }

  test('design §4 metrics: a delivery whose result could not be stored is a failure of the task', async () => {
    const { amcOrderId } = await placeOrder(server.db);
    const closed: EsbTarget = {
      deliver: () => Promise.reject(new Error('not an outcome')),
    };
    await expect(deliver(closed)).rejects.toThrow('1 deliveries of AMC orders not recorded');
    expect(log.join('')).toContain(`"amcOrderId":${amcOrderId}`);
  });

  test('rules §7 ESB: an order goes from PENDING to SENT to ACCEPTED, by the built-in loopback too', async () => {
    const { amcOrderId } = await placeOrder(server.db);
    const target = loopbackTarget();
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'PENDING' });
    await deliver(target);
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'SENT', settled_at: null });
    inSeconds(4);
    await deliver(target);
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'SENT' });
    inSeconds(1);
    await deliver(target);
    const settled = { esb_status: 'ACCEPTED', esb_reason: null, settled_at: now };
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ ...settled, esb_number: `ESB-${amcOrderId}` });
    expect(await orderAudit(server.db)).toEqual([
      ['AMC_ORDER_SENT', amcOrderId],
      ['AMC_ORDER_ACCEPTED', amcOrderId],
    ]);
  });

  test('rules §7 ESB: a rejected order keeps the reason and releases its purchases, which may be ordered again', async () => {
    const { amcOrderId } = await placeOrder(server.db, { amount: '1000.01' });
    await expect(placeOrder(server.db)).rejects.toThrow('amc_order_of_purchase');
    await deliver(loopbackTarget());
    inSeconds(5);
    await deliver(loopbackTarget());
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({
      esb_status: 'REJECTED',
      esb_reason: 'Importo superiore al limite di 1000 euro per ordine',
    });
    const links = await server.db.selectFrom('amc_order_purchase').selectAll().execute();
    expect(links).toEqual([{ amc_order_id: amcOrderId, purchase_id: purchaseId, released_at: now }]);
    const again = await placeOrder(server.db);
    await deliver(loopbackTarget());
    expect(await readOrder(server.db, again.amcOrderId)).toMatchObject({ esb_status: 'SENT' });
  });

  test('rules §7 ESB: an order made by the call goes out, and the list tells how far it is', async () => {
    const token = await signInAs(server, USERS.aurora);
    const body = { purchasesIds: [purchaseId], orderDate: '2026-05-15T10:00:00+02:00' };
    const { orders } = await server.callOk(createAmcOrders, { body }, { token });
    const listed = async () => (await server.callOk(searchAmcOrders, { query: {} }, { token })).orders;
    expect(await listed()).toEqual(orders);
    expect(orders).toMatchObject([{ esbStatus: 'PENDING' }]);
    bus.answer = () => ({ status: 202 });
    await deliver(httpTarget(bus.url, TOKEN));
    expect(await listed()).toMatchObject([{ esbStatus: 'SENT' }]);
    expect(JSON.parse(bus.received[0]?.body ?? '')).toMatchObject({ amount: '109.00', purchases: [{ purchaseId }] });
    const { trace } = await server.db
      .selectFrom('audit')
      .select('trace')
      .where('action', '=', 'AMC_ORDERS_CREATED')
      .executeTakeFirstOrThrow();
    expect(bus.received[0]?.traceparent).toMatch(new RegExp(`^00-${trace?.replaceAll('-', '')}-[\\da-f]{16}-01$`));
    expect(log.join('')).toContain(`"reqId":"${trace}"`);
    inSeconds(5);
    bus.answer = () => ({ status: 200, body: { status: 'REJECTED', reason: 'Fuori periodo', number: 'N 7' } });
    await deliver(httpTarget(bus.url, TOKEN));
    expect(await listed()).toMatchObject([{ esbStatus: 'REJECTED', esbReason: 'Fuori periodo', esbNumber: 'N 7' }]);
    const again = await server.callOk(createAmcOrders, { body }, { token });
    expect(again.orders).toMatchObject([{ esbStatus: 'PENDING' }]);
    expect(await server.call(createAmcOrders, { body }, { token })).toMatchObject({ status: 409 });
  });

  test('rules §7 ESB: the bus gets the order as stored, its key and the token', async () => {
    const { amcOrderId, idempotencyKey } = await placeOrder(server.db, { amount: '109.10' });
    await deliver(httpTarget(bus.url, TOKEN));
    const [order] = bus.received;
    expect(order).toMatchObject({ key: idempotencyKey, authorization: `Bearer ${TOKEN}` });
    expect(JSON.parse(order?.body ?? '')).toMatchObject({ amcOrderId, amount: 109.1 });
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'ACCEPTED' });
    inSeconds(3600);
    await deliver(httpTarget(bus.url, TOKEN));
    expect(bus.received).toHaveLength(1);
  });

  test('rules §7 ESB: while the bus is away an order waits, longer each time, and is not lost', async () => {
    const { amcOrderId, idempotencyKey } = await placeOrder(server.db);
    bus.answer = () => ({ status: 503 });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt++) {
      await deliver(httpTarget(bus.url, TOKEN));
      const { next_attempt_at: next, last_error } = await readOrder(server.db, amcOrderId);
      expect(last_error).toBe('HTTP 503');
      waits.push((next.getTime() - now.getTime()) / 1000);
      now = next;
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'PENDING', attempts: 9 });
    bus.answer = () => ({ status: 202 });
    await deliver(httpTarget(bus.url, TOKEN));
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'SENT', attempts: 0, last_error: null });
    expect(new Set(bus.received.map(({ key }) => key))).toEqual(new Set([idempotencyKey]));
    expect(new Set(bus.received.map(({ body }) => body)).size).toBe(1);
  });

  test('rules §7 ESB: nobody there, no answer in time and a redirect are failures, told without an address', async () => {
    const { amcOrderId } = await placeOrder(server.db);
    const failures: [EsbTarget, number, string][] = [
      [httpTarget(`http://127.0.0.1:${await freePort()}/orders`, TOKEN), 10_000, 'ECONNREFUSED'],
      [httpTarget(bus.url, TOKEN), 50, 'TimeoutError'],
      [httpTarget(bus.url, TOKEN), 10_000, 'HTTP 307'],
    ];
    for (const [target, timeoutMs, cause] of failures) {
      bus.answer = () => (timeoutMs === 50 ? new Promise(() => undefined) : { status: 307 });
      await deliver(target, { timeoutMs });
      const order = await readOrder(server.db, amcOrderId);
      expect(order).toMatchObject({ esb_status: 'PENDING', last_error: cause });
      now = order.next_attempt_at;
    }
  });

  test('rules §7 ESB: one order that fails holds no other up', async () => {
    const [bad, good] = [await placeOrder(server.db), await placeOrder(server.db, { purchaseIds: [] })];
    bus.answer = ({ key }) => ({ status: key === bad.idempotencyKey ? 500 : 202 });
    await deliver(httpTarget(bus.url, TOKEN));
    expect(await readOrder(server.db, bad.amcOrderId)).toMatchObject({ esb_status: 'PENDING' });
    expect(await readOrder(server.db, good.amcOrderId)).toMatchObject({ esb_status: 'SENT' });
  });

  test('design §4 ESB: told to stop, the worker gives a delivery up, and it is made again afterwards', async () => {
    const { amcOrderId } = await placeOrder(server.db);
    bus.answer = () => new Promise(() => undefined);
    const controller = new AbortController();
    const stopped = deliver(httpTarget(bus.url, TOKEN), { stop: controller.signal });
    await bus.untilReceived(1);
    controller.abort();
    await stopped;
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'PENDING', last_error: 'AbortError' });
    await deliver(httpTarget(bus.url, TOKEN), { stop: controller.signal });
    expect(bus.received).toHaveLength(1);
    bus.answer = () => ({ status: 202 });
    inSeconds(5);
    await deliver(httpTarget(bus.url, TOKEN));
    expect(await readOrder(server.db, amcOrderId)).toMatchObject({ esb_status: 'SENT' });
  });

  test('design §4 logs: a delivery leaves order and outcome, nothing of what was sent or answered', async () => {
    const { amcOrderId } = await placeOrder(server.db);
    const answers = [
      { status: 500, body: 'RSSMRA80A01B354X' },
      { status: 200, body: { status: 'REJECTED', reason: 'of Mario' } },
    ];
    for (const answer of answers) {
      bus.answer = () => answer;
      await deliver(httpTarget(bus.url, TOKEN));
      inSeconds(5);
    }
    expect(log).toHaveLength(2);
    expect(log[0]).toContain(`"amcOrderId":${amcOrderId}`);
    expect(log[0]).toContain('"cause":"HTTP 500"');
    expect(log[1]).toContain('"outcome":"REJECTED"');
    expect(log.join('')).not.toMatch(/secret|RSSMRA|Mario|127\.0\.0\.1|token-of/);
  });

  test('design §4 metrics: orders without a verdict, those that fail, and the age of the oldest; none that is settled is counted', async () => {
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
    expect(await metrics()).toContain('amc_orders{status="PENDING"} 0\n');
    await placeOrder(server.db);
    bus.answer = () => ({ status: 500 });
    await deliver(httpTarget(bus.url, TOKEN));
    inSeconds(120);
    const text = await metrics();
    expect(text).toContain('amc_orders{status="PENDING"} 1\n');
    expect(text).toContain('amc_orders_failing 1\n');
    expect(text).toContain('amc_orders_oldest_open_seconds 120\n');
    expect(text).toContain('# HELP process_cpu_seconds_total');
    bus.answer = () => ({ status: 200, body: { status: 'ACCEPTED' } });
    await deliver(httpTarget(bus.url, TOKEN));
    const settled = await metrics();
    expect(settled).toContain('amc_orders{status="PENDING"} 0\n');
    expect(settled).not.toContain('ACCEPTED');
    expect(settled).toContain('amc_orders_oldest_open_seconds 0\n');
  });
});
