import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseLocation, openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { httpTarget } from '#server/amc-orders/esb.ts';
import { createLogger } from '#server/http/logs.ts';
import { createServices } from '#server/services.ts';
import { readSettings } from '#server/settings/settings.ts';
import { deliverOrders } from '#server/amc-orders/deliver-orders.ts';
import { ACCEPT, type Bus, startBus } from './support/bus.ts';
import { TEST_NOW } from './support/fixture.ts';
import { orderAudit, placeOrder, readOrder } from './support/order.ts';
import { freePort } from '#tests/support/free-port.ts';
import { program } from './support/programs.ts';
import { makeTestDatabase } from './support/test-database.ts';

const TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

/** Only on PostgreSQL: the embedded database has one session, so there are no races. */
describe('delivery of AMC orders by several processes (postgres)', () => {
  let copy: Awaited<ReturnType<typeof makeTestDatabase>>;
  let open: OpenDatabase;
  let bus: Bus;
  let processes: ChildProcess[];
  beforeEach(async () => {
    processes = [];
    [copy, bus] = await Promise.all([makeTestDatabase('postgres'), startBus()]);
    open = await openDatabase(copy.location);
  });
  afterEach(async () => {
    for (const child of processes) if (child.exitCode === null) child.kill('SIGKILL');
    await Promise.all([open.close(), bus.close()]);
    await copy.remove();
  });

  function workOn(process: OpenDatabase, now: Date): Promise<void> {
    const services = createServices(readSettings({ NODE_ENV: 'test' }), process, () => now);
    const target = httpTarget(bus.url, undefined);
    return deliverOrders({ services, target, logger: createLogger('silent'), timeoutMs: TIMEOUT_MS }, never);
  }

  /** Starts the whole server on the database of the test, as an operator does. */
  async function startServer(location: DatabaseLocation): Promise<ChildProcess> {
    if (location.kind !== 'postgres') throw new Error('not PostgreSQL');
    const child = spawn(process.execPath, [program('server')], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        PORT: String(await freePort()),
        HOST: '127.0.0.1',
        DATABASE_URL: location.url,
        ESB_URL: bus.url,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    processes.push(child);
    return child;
  }

  test('rules §7 ESB race: of many workers each order is delivered by one, and all are delivered', async () => {
    const orders = await Promise.all(Array.from({ length: 30 }, () => placeOrder(open.db, { purchaseIds: [] })));
    const workers = await Promise.all(Array.from({ length: 5 }, () => openDatabase(copy.location)));
    await Promise.all(workers.map((worker) => workOn(worker, TEST_NOW)));
    await Promise.all(workers.map((worker) => worker.close()));
    expect(bus.received.map(({ key }) => key).sort()).toEqual(
      orders.map(({ idempotencyKey }) => idempotencyKey).sort(),
    );
    const accepted = await open.db
      .selectFrom('amc_order')
      .select('amc_order_id')
      .where('esb_status', '=', 'ACCEPTED')
      .execute();
    expect(accepted).toHaveLength(30);
  });

  test('rules §7 ESB race: a worker skips the rows that another is about to take', async () => {
    const { amcOrderId } = await placeOrder(open.db);
    await open.db.transaction().execute(async (trx) => {
      await trx.selectFrom('outbox').select('outbox_id').where('amc_order_id', '=', amcOrderId).forUpdate().execute();
      await workOn(open, TEST_NOW);
    });
    expect(bus.received).toEqual([]);
    await workOn(open, TEST_NOW);
    expect(bus.received).toHaveLength(1);
  });

  test('rules §7 ESB race: nobody delivers an order under way until its lease ends; a verdict stands', async () => {
    const { amcOrderId, idempotencyKey } = await placeOrder(open.db);
    let answerFirst: (answer: { status: number; body: object }) => void = () => undefined;
    bus.answer = () => new Promise((resolve) => (answerFirst = resolve));
    const slow = workOn(open, TEST_NOW);
    await bus.untilReceived(1);
    bus.answer = () => ACCEPT;
    await workOn(open, new Date(TEST_NOW.getTime() + TIMEOUT_MS));
    expect(bus.received).toHaveLength(1);
    await workOn(open, new Date(TEST_NOW.getTime() + HOUR_MS));
    expect(bus.received.map(({ key }) => key)).toEqual([idempotencyKey, idempotencyKey]);
    answerFirst({ status: 200, body: { status: 'REJECTED', reason: 'too late' } });
    await slow;
    expect(await readOrder(open.db, amcOrderId)).toMatchObject({ esb_status: 'ACCEPTED', esb_reason: null });
    expect(await orderAudit(open.db)).toEqual([['AMC_ORDER_ACCEPTED', amcOrderId]]);
  });

  test('rules §7 ESB race: a failure that comes after the lease leaves the next delivery as it is', async () => {
    const { amcOrderId } = await placeOrder(open.db);
    let failFirst: (answer: { status: number }) => void = () => undefined;
    bus.answer = () => new Promise((resolve) => (failFirst = resolve));
    const slow = workOn(open, TEST_NOW);
    await bus.untilReceived(1);
    bus.answer = () => ({ status: 202 });
    const later = new Date(TEST_NOW.getTime() + HOUR_MS);
    await workOn(open, later);
    failFirst({ status: 500 });
    await slow;
    expect(await readOrder(open.db, amcOrderId)).toMatchObject({
      esb_status: 'SENT',
      last_error: null,
      next_attempt_at: new Date(later.getTime() + 10_000),
    });
  });

  test('design §4 ESB: a server killed between delivery and status loses nothing: the order goes again, under its key', async () => {
    const { amcOrderId, idempotencyKey } = await placeOrder(open.db);
    bus.answer = () => new Promise(() => undefined);
    const server = await startServer(copy.location);
    await bus.untilReceived(1);
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(await readOrder(open.db, amcOrderId)).toMatchObject({ esb_status: 'PENDING', attempts: 1 });

    bus.answer = () => ACCEPT;
    await workOn(open, new Date(Date.now() + HOUR_MS));
    const [first, second] = bus.received;
    expect(second).toEqual(first);
    expect(second?.key).toBe(idempotencyKey);
    expect(await readOrder(open.db, amcOrderId)).toMatchObject({ esb_status: 'ACCEPTED' });
    expect(await orderAudit(open.db)).toEqual([['AMC_ORDER_ACCEPTED', amcOrderId]]);
  });

  test(
    'design §4 ESB: a server told to end gives its delivery up at once, and the next one delivers',
    { tags: ['full'] },
    async () => {
      const { amcOrderId, idempotencyKey } = await placeOrder(open.db);
      bus.answer = () => new Promise(() => undefined);
      const server = await startServer(copy.location);
      await bus.untilReceived(1);
      server.kill('SIGTERM');
      expect(await once(server, 'exit')).toEqual([0, null]);
      expect(await readOrder(open.db, amcOrderId)).toMatchObject({ esb_status: 'PENDING', last_error: 'AbortError' });

      bus.answer = () => ACCEPT;
      await startServer(copy.location);
      await bus.untilReceived(2);
      expect(bus.received[1]?.key).toBe(idempotencyKey);
    },
  );
});
