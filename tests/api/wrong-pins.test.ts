import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { createLogger } from '#server/http/logs.ts';
import { watchWrongPins } from '#server/worker.ts';
import { BUSINESSES, PATIENTS, PIN, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import type { Settings } from '#server/settings/settings.ts';
import {
  type TestServer,
  describeOnEachDatabase,
  signInAs,
  startTestServer,
  withLongTokens,
} from './support/harness.ts';

interface Opening {
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
}

const FIRST: Opening = { patientId: PATIENTS.withPin.id, voucherId: 100, storeId: STORES.auroraCentro };
const SECOND: Opening = { patientId: PATIENTS.twoVouchers.id, voucherId: 1002, storeId: STORES.auroraCentro };
const AURORA = 1;
const TEN_MINUTES_MS = 600_000;
const HOUR_MS = 3_600_000;

describeOnEachDatabase('wrong PINs over several patients', (database) => {
  let now = TEST_NOW;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    const change = (settings: Settings): Settings => {
      const { rules } = settings;
      const pin = { ...rules.pin, userFailuresPerHour: 6, alarmPerHour: 7 };
      return withLongTokens({ ...settings, rules: { ...rules, pin } });
    };
    server = await startTestServer({ database, change, now: () => now });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function attempt(body: Opening, otp: string, bearer = token) {
    const { txCommand } = await server.callOk(checkCart, { body }, { token: bearer });
    const execution = { txCommandId: Number(txCommand.txCommandId), otp };
    const { status, error } = await server.call(executeCart, { body: execution }, { token: bearer });
    return error?.description ?? status;
  }

  async function watch(known: ReadonlySet<number> = new Set()) {
    const lines: string[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    return { found: await watchWrongPins(server.services, createLogger('error', destination), known), lines };
  }

  async function gauge(name = 'businesses_with_many_wrong_pins'): Promise<string | undefined> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1);
  }

  test('rules §6 PIN: a user is slowed down, nobody else is, and the patient is not locked by it', async () => {
    for (let count = 0; count < 4; count += 1) expect(await attempt(FIRST, '00000')).toBe('TRANSACTION_WRONG_OTP');
    expect(await attempt(FIRST, '00000')).toBe('TRANSACTION_LOCKED');
    expect(await attempt(SECOND, '00000')).toBe('TRANSACTION_WRONG_OTP');
    for (let count = 0; count < 5; count += 1) expect(await attempt(SECOND, PIN)).toBe('TOO_MANY_REQUESTS');
    const corso = await signInAs(server, USERS.corso);
    expect(await attempt({ ...SECOND, storeId: STORES.corso }, PIN, corso)).toBe(200);
    now = new Date(TEST_NOW.getTime() + TEN_MINUTES_MS - 1);
    expect(await attempt(SECOND, PIN)).toBe('TOO_MANY_REQUESTS');
    now = new Date(TEST_NOW.getTime() + TEN_MINUTES_MS);
    expect(await attempt(SECOND, PIN)).toBe(200);
    expect((await watch()).lines).toEqual([]);
    expect(await gauge()).toBe('0');
    expect(await attempt(SECOND, '00000')).toBe('TRANSACTION_WRONG_OTP');
    expect(await attempt(SECOND, PIN)).toBe('TOO_MANY_REQUESTS');
    expect(await gauge('lockouts_total{action="USER_SLOWED"}')).toBe('2');
  });

  test('rules §6 PIN: many within an hour at one business are an alarm in the log, once, and in the metrics', async () => {
    const { found, lines } = await watch();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"businessId":${BUSINESSES.aurora},"count":7`);
    expect(lines[0]).toContain('many wrong PINs at a business');
    expect(await gauge()).toBe('1');
    expect((await watch(found)).lines).toEqual([]);
    now = new Date(TEST_NOW.getTime() + HOUR_MS);
    expect((await watch(found)).found).toEqual(new Set());
    expect(await gauge()).toBe('0');
  });

  test('rules §6 PIN: of many that a user tries at once no more are compared than the limit', async () => {
    now = new Date(TEST_NOW.getTime() + 2 * HOUR_MS);
    await server.db.deleteFrom('audit').execute();
    const openings = [FIRST, FIRST, FIRST, FIRST, FIRST, SECOND, SECOND, SECOND, SECOND];
    const answers = await Promise.all(openings.map((opening) => attempt(opening, '00000')));
    expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(3);
    const compared = server.db.selectFrom('audit').select('action').where('action', 'like', 'PIN%');
    expect(await compared.execute()).toHaveLength(6);
  });

  test('rules §6 PIN: right ones count for nobody, however many are tried at once', async () => {
    now = new Date(TEST_NOW.getTime() + 4 * HOUR_MS);
    await server.db.deleteFrom('pin_attempts').execute();
    for (let count = 0; count < 12; count += 1) expect(await attempt(SECOND, PIN)).toBe(200);
    expect(await Promise.all([FIRST, SECOND, FIRST].map((opening) => attempt(opening, PIN)))).toEqual([200, 200, 200]);
    const { forgotten_at: forgottenAt } = await server.db
      .selectFrom('pin_pace')
      .select('forgotten_at')
      .where('user_id', '=', AURORA)
      .executeTakeFirstOrThrow();
    expect(forgottenAt).toEqual(now);
  });
});
