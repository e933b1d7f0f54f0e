import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkCart } from '#contract/calls/carts.ts';
import { readBalance, searchPatients } from '#contract/calls/patients.ts';
import { deleteOldLookups } from '#server/patients/lookups.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { PATIENTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import {
  type TestServer,
  describeOnEachDatabase,
  signInAs,
  startTestServer,
  withLongTokens,
} from './support/harness.ts';
import { loggingApp } from './support/logging-app.ts';
import { makeTill, tokenOf } from './support/tills.ts';

const { withPin, withoutPin, twoDossiers, nearlySpent, revokedDossier, twoVouchers } = PATIENTS;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describeOnEachDatabase('lookups', (database) => {
  let now: Date;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    const env = { LOOKUPS_PER_HOUR: '2', LOOKUPS_PER_DAY: '4', TILL_LOOKUPS_PER_HOUR: '3', TILL_LOOKUPS_PER_DAY: '3' };
    server = await startTestServer({ database, now: () => now, env, change: withLongTokens });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    await restoreFixture(server.db);
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  const find = async ({ fiscalCode }: { readonly fiscalCode: string }, bearer = token) => {
    const { status, error, data } = await server.call(searchPatients, { query: { fiscalCode } }, { token: bearer });
    return error?.description ?? `${status} ${data?.patients.length}`;
  };
  const seen = async (patientId: number) =>
    (await server.db.selectFrom('consultation').select('call').where('patient_id', '=', patientId).execute()).length;

  test('rules §4 lookups: a user sees so many different patients in an hour and in a day, and those again', async () => {
    expect([await find(withPin), await find(withoutPin)]).toEqual(['200 1', '200 1']);
    expect(await find(twoDossiers)).toBe('TOO_MANY_PATIENTS');
    expect(await seen(twoDossiers.id)).toBe(0);
    expect([await find(withPin), await find({ fiscalCode: 'RSSMRA80' })]).toEqual(['200 1', '200 0']);
    now = new Date(TEST_NOW.getTime() + HOUR_MS - 1000);
    const { error } = await server.call(searchPatients, { query: { fiscalCode: twoDossiers.fiscalCode } }, { token });
    expect(error).toEqual({ code: 4293, description: 'TOO_MANY_PATIENTS', retryAfter: 1 });
    now = new Date(TEST_NOW.getTime() + HOUR_MS);
    expect([await find(twoDossiers), await find(nearlySpent)]).toEqual(['200 1', '200 1']);
    now = new Date(TEST_NOW.getTime() + 3 * HOUR_MS);
    expect(await find(revokedDossier)).toBe('TOO_MANY_PATIENTS');
    now = new Date(TEST_NOW.getTime() + 24 * HOUR_MS);
    token = await signInAs(server, USERS.aurora);
    expect(await find(revokedDossier)).toBe('200 1');
  });

  test.each([
    [
      'a check',
      () => server.call(checkCart, { body: { patientId: twoDossiers.id, voucherId: 300, storeId: 11 } }, { token }),
    ],
    [
      'a check that is refused for its dossier',
      () => server.call(checkCart, { body: { patientId: revokedDossier.id, voucherId: 400, storeId: 11 } }, { token }),
    ],
    [
      'a balance',
      () => server.call(readBalance, { body: { patientId: twoDossiers.id, dossierId: 30, storeId: 11 } }, { token }),
    ],
  ])('rules §4 lookups: whoever is seen by an id counts too: %s', async (_, ask) => {
    await find(withPin);
    await find(withoutPin);
    expect((await ask()).error?.description).toBe('TOO_MANY_PATIENTS');
    expect((await seen(twoDossiers.id)) + (await seen(revokedDossier.id))).toBe(0);
  });

  test('rules §4 lookups: each user has an own number, and a till another one', async () => {
    for (const patient of [withPin, withoutPin]) await find(patient);
    const corso = await signInAs(server, USERS.corso);
    expect(await find(twoDossiers, corso)).toBe('200 1');
    const till = await tokenOf(server, await makeTill(server, STORES.auroraCentro));
    const told: string[] = [];
    for (const patient of [withPin, withoutPin, twoDossiers, nearlySpent]) told.push(await find(patient, till));
    expect(told).toEqual(['200 1', '200 1', '200 1', 'TOO_MANY_PATIENTS']);
  });

  test.runIf(database === 'postgres')('rules §4 lookups race: of many at once no more are seen', async () => {
    const all = [withPin, withoutPin, twoDossiers, nearlySpent, twoVouchers];
    const told = await Promise.all(all.map((patient) => find(patient)));
    expect(told.filter((one) => one === '200 1')).toHaveLength(2);
    expect(told.filter((one) => one === 'TOO_MANY_PATIENTS')).toHaveLength(3);
  });

  test('rules §4 lookups: one who has seen too many is an alarm in metrics and log', async () => {
    const { lines, app } = await loggingApp(server);
    for (const patient of [withPin, withoutPin]) await find(patient);
    const url = `${searchPatients.path}?fiscalCode=${twoDossiers.fiscalCode}`;
    const { statusCode } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(statusCode).toBe(429);
    const line = lines.find((one) => one.includes('many patients looked up')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'error', businessId: 1 });
    expect(line).not.toContain(twoDossiers.fiscalCode);
    await app.close();
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^patient_lookups_refused_total\{by="user"\} [1-9]/m);
  });

  test('rules §4 lookups: they are forgotten after a day', async () => {
    await find(withPin);
    now = new Date(TEST_NOW.getTime() + HOUR_MS);
    await find(withoutPin);
    now = new Date(TEST_NOW.getTime() + 24 * HOUR_MS + MINUTE_MS);
    await deleteOldLookups(server.services, new AbortController().signal);
    const left = await server.db.selectFrom('lookup').select('patient_id').execute();
    expect(left).toEqual([{ patient_id: withoutPin.id }]);
  });
});
