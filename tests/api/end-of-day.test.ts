import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { cancel } from './support/after-sale.ts';
import { PRODUCTS, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, sell } from './support/sale.ts';

describeOnEachDatabase('end of day', (database) => {
  let now: Date;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  afterAll(() => server.close());

  /** Moves the clock and signs in. Returns the token. */
  async function at(instant: string): Promise<string> {
    now = new Date(instant);
    return signInAs(server, USERS.aurora);
  }

  async function dayOf(token: string, day: string, storeId: number = STORES.auroraCentro) {
    const input = { params: { storeId }, query: { day } };
    const { endOfDay } = await server.callOk(readEndOfDay, input, { token });
    const figures = [endOfDay, ...endOfDay.users].map(({ sales, cancellations, total }) => [
      `${String(sales.count)} ${sales.amount.toFixed(2)}`,
      `${String(cancellations.count)} ${cancellations.amount.toFixed(2)}`,
      total.toFixed(2),
    ]);
    return { ...endOfDay, figures, users: endOfDay.users.map(({ username }) => username) };
  }

  test('rules §1 end of day, an extra: sales and cancellations on the day of Rome when they happened, by user, to the cent', async () => {
    let token = await at('2026-05-19T21:59:59Z');
    const late = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 3);
    token = await at('2026-05-19T22:00:00Z');
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    await cancel(server, token, late);
    const [one, three] = [PRODUCTS.bread.refPrice, PRODUCTS.bread.refPrice].map(Number) as [number, number];
    const [single, triple] = [one.toFixed(2), (3 * three).toFixed(2)];
    const before = await dayOf(token, '2026-05-19');
    expect(before.figures).toEqual([
      [`1 ${triple}`, '0 0.00', triple],
      [`1 ${triple}`, '0 0.00', triple],
    ]);
    const after = await dayOf(token, '2026-05-20');
    const rest = (one - 3 * three).toFixed(2);
    expect(after.figures).toEqual([
      [`1 ${single}`, `1 -${triple}`, rest],
      [`1 ${single}`, `1 -${triple}`, rest],
    ]);
    expect([after.storeName, after.users]).toEqual(['Aurora Centro', [USERS.aurora]]);
    expect((await dayOf(token, '2026-05-21')).figures).toEqual([['0 0.00', '0 0.00', '0.00']]);
    expect((await dayOf(token, '2026-05-20', STORES.auroraMare)).users).toEqual([]);
  });

  test('rules §1 end of day: who cancelled stays known when the audit is forgotten', async () => {
    const token = await at('2026-05-22T08:00:00Z');
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    await cancel(server, token, purchaseId);
    await server.db.deleteFrom('audit').execute();
    const { figures, users } = await dayOf(token, '2026-05-22');
    expect(users).toEqual([USERS.aurora]);
    expect(figures[0]?.[2]).toBe('0.00');
  });

  test("rules §2 end of day: another's store is not found, and a day must be one", async () => {
    const token = await at('2026-05-22T08:00:00Z');
    const ask = (storeId: number, day: string) =>
      server.call(readEndOfDay, { params: { storeId }, query: { day } }, { token });
    expect(await ask(STORES.corso, '2026-05-22')).toMatchObject({
      status: 404,
      error: { description: 'STORE_NOT_FOUND' },
    });
    expect(await ask(STORES.auroraCentro, 'ieri')).toMatchObject({ status: 400, error: { field: 'day' } });
  });
});
