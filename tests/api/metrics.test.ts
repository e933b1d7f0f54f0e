import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exchangeSignOn, refreshTokens, requestSignOn } from '#contract/calls/authentication.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { clocks } from '#server/database/clock.ts';
import { buildApp } from '#server/app.ts';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { runAs } from '#server/limiter.ts';
import { inTurn } from '#server/sign-on/service-provider.ts';
import { createLogger } from '#server/http/logs.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { startWorker } from '#server/worker.ts';
import { PATIENTS, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { exchange, portalSignature, postResponse, postForm, startSignOn } from './support/portal-client.ts';
import { makeTestDatabase } from './support/test-database.ts';
import packageFile from '../../package.json' with { type: 'json' };

const SLOW = {
  secret: Buffer.from('secret'),
  salt: Buffer.from('salt'),
  keyBytes: 32,
  cost: { N: 2 ** 14, r: 8, p: 1 },
};

function valueIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test(
  'design §4 metrics: while no connection is free they tell so at once, and ask the database for each thing once',
  { tags: ['full'] },
  async () => {
    const copy = await makeTestDatabase('postgres');
    const server = await startTestServer({
      database: 'postgres',
      copy: { ...copy, location: { ...copy.location, poolSize: 1 } as DatabaseLocation },
    });
    const read = async () => (await fetch(`${server.url}/metrics`)).text();
    await server.services.db.transaction().execute(async () => {
      await Promise.all([read(), read()]);
      const text = await read();
      expect(valueIn(text, 'database_pool_waiting{pool="primary"}')).toBe(3);
      expect(text).not.toMatch(/^(amc_orders|businesses_with_many_wrong_pins)/m);
    });
    await expect.poll(read).toMatch(/^amc_orders_failing 0$/m);
    await server.close();
  },
);

/** All values of the fields `expr`, at any depth. */
function queriesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'expr' && typeof inner === 'string' ? [inner] : queriesIn(inner),
  );
}

/** The metrics that a query of Prometheus reads. */
function metricsIn(query: string): string[] {
  const names = query
    .replaceAll(/\{.*?\}|\[.*?\]|\b(?:by|on|without) \(.*?\)/g, '')
    .match(/[a-z_][a-z\d_]*\b(?!\s*\()/g);
  return (names ?? []).filter((name) => !['or', 'and', 'unless'].includes(name));
}

describeOnEachDatabase('metrics', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      database,
      change: (settings) => ({ ...settings, hashing: { ...settings.hashing, threads: 1 } }),
    });
  });
  afterAll(() => server.close());

  async function metrics(): Promise<string> {
    return (await fetch(`${server.url}/metrics`)).text();
  }

  async function metric(name: string): Promise<number | undefined> {
    return valueIn(await metrics(), name);
  }

  test('design §4 metrics: the connections to PostgreSQL, and none where there are none', async () => {
    if (database === 'pglite') {
      expect(await metrics()).not.toContain('database_pool');
      return;
    }
    const client = { key: 'somebody', signal: new AbortController().signal };
    const held = () =>
      server.services.db.transaction().execute(async () => {
        const text = await metrics();
        const total = valueIn(text, 'database_pool_connections{pool="sale"}') ?? 0;
        expect(total).toBeGreaterThan(0);
        expect(valueIn(text, 'database_pool_idle{pool="sale"}')).toBe(total - 1);
        for (const pool of ['sale', 'office', 'primary'])
          expect(valueIn(text, `database_pool_waiting{pool="${pool}"}`)).toBe(0);
      });
    await runAs(client, held);
  });

  test.runIf(database === 'postgres').each(['alarms.yml', 'dashboard.json'])(
    'design §4 metrics: %s reads none that this server does not have',
    async (file) => {
      const types = [...(await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
      );
      const queries = queriesIn(parse(readFileSync(`deploy/observability/${file}`, 'utf8')));
      expect(queries.length).toBeGreaterThan(10);
      // Prometheus itself makes this one.
      expect(queries.flatMap(metricsIn).filter((name) => ![...types, 'up'].includes(name))).toEqual([]);
      expect(await metric(`build_info{version="${packageFile.version}"}`)).toBe(1);
    },
  );

  test('design §4 metrics: PINs that are hashed and that wait for it', async () => {
    const { hashing } = server.services;
    const both = [1, 2].map((businessId) => hashing.withSlot(businessId, (derive) => derive(SLOW)));
    const { body } = await server.app.inject('/metrics');
    expect(body).toContain('\npin_hashes_running 1\n');
    expect(body).toContain('\npin_hashes_waiting 1\n');
    await Promise.all(both);
    expect(await metric('pin_hashes_running')).toBe(0);
  });

  test('design §4 metrics: long work that runs and that waits for its turn, by kind', async () => {
    const work = () =>
      inTurn(async () => {
        expect(await metric('limited_work_running{kind="signOn"}')).toBe(1);
      });
    const both = [work(), work()];
    expect(await metric('limited_work_waiting{kind="signOn"}')).toBe(1);
    await Promise.all(both);
    expect(await metric('limited_work_running{kind="signOn"}')).toBe(0);
  });

  test('design §4 metrics: a lock is counted when it begins, not each time that it refuses', async () => {
    const token = await signInAs(server, USERS.aurora);
    const body = { patientId: PATIENTS.withPin.id, voucherId: 100, storeId: STORES.auroraCentro };
    for (let count = 0; count < 6; count += 1) {
      const { txCommand } = await server.callOk(checkCart, { body }, { token });
      await server.call(executeCart, { body: { txCommandId: Number(txCommand.txCommandId), otp: '00000' } }, { token });
    }
    expect(await metric('lockouts_total{action="PIN_LOCKED"}')).toBe(1);
    expect(await metrics()).not.toMatch(new RegExp([PATIENTS.withPin.fiscalCode, USERS.aurora].join('|')));
  });

  test('design §4 metrics: sign-ons that fail, by reason', async () => {
    const RelayState = 'a'.repeat(43);
    const body = { sessionId: 'nobody', RelayState };
    expect((await exchange(server, body.sessionId, RelayState)).error?.description).toBe('NOT_AUTHENTICATED');
    expect((await server.call(exchangeSignOn, { body })).error?.description).toBe('CLIENT_NOT_AUTHENTICATED');
    expect(await postResponse(server, { SAMLResponse: 'bm90aGluZw==', RelayState })).toBeNull();
    for (const reason of ['NOT_AUTHENTICATED', 'CLIENT_NOT_AUTHENTICATED', 'NO_OPEN_REQUEST'])
      expect(await metric(`sign_on_failures_total{reason="${reason}"}`), reason).toBe(1);

    const open = await startSignOn(server);
    const id = / ID="([^"]+)"/.exec(Buffer.from(open.SAMLRequest, 'base64').toString())?.[1];
    const code = 'StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:';
    const cancelled = `<Response InResponseTo="${id}"><Status><${code}Responder"/><StatusMessage>ErrorCode nr25</StatusMessage></Status></Response>`;
    const fields = { SAMLResponse: Buffer.from(cancelled).toString('base64'), RelayState: open.RelayState };
    expect(await postResponse(server, fields)).toBeNull();
    expect(await metric('sign_on_refusals_total{reason="CANCELLED_BY_USER"}')).toBe(1);
    expect(await metric('sign_on_failures_total{reason="CANCELLED_BY_USER"}')).toBeUndefined();

    await postForm(new URL('/sign-on/acs', server.url), { SAMLResponse: 'bm90aGluZw==', RelayState: 'a\0b' });
    const wrongClient = { clientId: 'nobody', profile: 'BUSINESS' } as const;
    await server.call(requestSignOn, { body: wrongClient }, portalSignature(server));
    expect(await metric('sign_on_failures_total{reason="INVALID_REQUEST"}')).toBe(2);
  });

  test('design §4 metrics: refreshes that are refused, and sessions that a stolen token has ended', async () => {
    const refresh = async (token: string) => {
      // A refresh token of the last ten seconds is not rotated.
      await sql`update refresh_token set issued_at = issued_at - interval '10 seconds'`.execute(server.db);
      return server.call(refreshTokens, { body: { grant_type: 'refresh_token', refresh_token: token } });
    };
    await refresh('nobody');
    expect(await metric('sign_on_failures_total{reason="REFRESH_REFUSED"}')).toBe(1);
    expect(await metric('sign_on_failures_total{reason="SESSION_REVOKED"}')).toBeUndefined();
    const { refreshToken } = await createSession(server.services, 1);
    const { data } = await refresh(refreshToken);
    await refresh(data?.auth.refreshToken ?? '');
    await refresh(refreshToken);
    expect(await metric('sign_on_failures_total{reason="REFRESH_REFUSED"}')).toBe(2);
    expect(await metric('sign_on_failures_total{reason="SESSION_REVOKED"}')).toBe(1);
  });

  test('design §4 metrics: the worker, its last success and its failures by job', async () => {
    const since = Date.now() / 1000;
    const logger = createLogger('silent');
    await startWorker(server.services, logger, server.settings.esb).stop();
    expect(await metric('worker_last_success_timestamp_seconds{task="renewal"}')).toBeGreaterThanOrEqual(since);
    expect(await metric('worker_duration_seconds_count{task="delivery"}')).toBe(1);
    expect(await metric('worker_duration_seconds_count{task="abandonedCarts"}')).toBe(1);
    expect(await metric('worker_duration_seconds_count{task="endedSessions"}')).toBe(1);
    expect(await metric('worker_failures_total{task="renewal"}')).toBe(0);
    const now = () => {
      throw new Error('no clock');
    };
    await startWorker({ ...server.services, ...clocks(now) }, logger, server.settings.esb).stop();
    expect(await metric('worker_failures_total{task="renewal"}')).toBe(1);
  });

  test('design §4 metrics: what cannot be read is missing, and in the log once, until it can be read again', async () => {
    const { services, settings } = server;
    const lines: string[] = [];
    let now = (): Date => {
      throw new Error('no clock');
    };
    const app = await buildApp({
      settings: { ...settings, http: { ...settings.http, rateLimits: { ...settings.http.rateLimits, reads: 3 } } },
      services: { ...services, ...clocks(() => now()) },
      logger: createLogger('error', { write: (line) => lines.push(line) }),
    });
    const read = () => app.inject('/metrics');
    await read();
    const { body } = await read();
    expect(lines.filter((line) => line.includes('"what":"wrong PINs","msg":"metrics not read"'))).toHaveLength(1);
    expect(body).toContain('\namc_orders{status="PENDING"} ');
    expect(body).not.toContain('\nbusinesses_with_many_wrong_pins ');
    ({ now } = services);
    expect((await read()).body).toMatch(/^businesses_with_many_wrong_pins \d/m);
    expect((await read()).json()).toMatchObject({ error: { description: 'TOO_MANY_REQUESTS' } });
    await app.close();
  });

  test('design §4 metrics: documents under way, and those that were refused', async () => {
    const release = server.app.slots.documents.take('user 1');
    expect(() => server.app.slots.documents.take('user 1')).toThrow('DOCUMENT_UNDERWAY');
    expect(await metric('documents_underway')).toBe(1);
    expect(await metric('documents_refused_total')).toBe(1);
    release();
    expect(await metric('documents_underway')).toBe(0);
  });
});
