import { Socket } from 'node:net';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { registerRoute } from '#server/http/routes.ts';
import { PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { loggingApp } from './support/logging-app.ts';
import packageFile from '../../package.json' with { type: 'json' };

const { fiscalCode, lastName } = PATIENTS.withPin;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
});
afterAll(() => server.close());

test('design §4 logs: a request leaves its route, never its query, its token or a name', async () => {
  const { lines, app } = await loggingApp(server);
  const token = await signInAs(server, USERS.aurora);
  const url = `${searchPatients.path}?fiscalCode=${fiscalCode}`;
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(answer.body).toContain(fiscalCode);
  const log = lines.join('');
  expect(log).toContain(`"route":"${searchPatients.path}"`);
  for (const secret of [fiscalCode, token, lastName, 'fiscalCode=']) expect(log).not.toContain(secret);
  await app.close();
});

test('design §4 errors: the text of an unexpected one is hidden, and its trace id is in the log', async () => {
  const { lines, app } = await loggingApp(server);
  app.get('/failing', () => {
    throw new Error(`cannot handle ${fiscalCode}`);
  });
  const answer = await app.inject({ url: '/failing' });
  expect(answer.statusCode).toBe(500);
  const { error, status } = answer.json<{ error: object; status: { trace: string } }>();
  expect(error).toEqual({ code: 5000, description: 'INTERNAL_ERROR' });
  const log = lines.join('');
  expect(log).toContain(status.trace);
  expect(log).toContain('cannot handle [fiscal code]');
  expect(log).not.toContain(fiscalCode);
  await app.close();
});

test('design §4 logs: a line says its level in words and who wrote it; a probe that succeeds leaves none', async () => {
  const { lines, app } = await loggingApp(server);
  await app.inject('/healthz');
  await app.inject('/readyz');
  expect(lines).toEqual([]);
  await app.inject('/nothing');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      level: 'info',
      pid: process.pid,
      hostname: hostname(),
      version: packageFile.version,
      msg: 'request',
      status: 404,
    }),
  ]);
  await app.close();
});

test('design §4 trace: a request has one of its own; that of its caller stands beside it in the log, and goes back', async () => {
  const { lines, app } = await loggingApp(server);
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const trace = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';
  const { headers, ...answer } = await app.inject({ url: '/api/v1/businesses', headers: { traceparent } });
  const ours = answer.json<{ status: { trace: string } }>().status.trace;
  expect(ours).not.toBe(trace);
  expect(headers.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[\da-f]{16}-01$/);
  const own = await app.inject({ url: '/api/v1/businesses', headers: { traceparent: 'nonsense' } });
  const { status } = own.json<{ status: { trace: string } }>();
  expect(own.headers.traceparent).toContain(status.trace.replaceAll('-', ''));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { reqId: ours, callerTrace: trace },
    { reqId: status.trace },
  ]);
  expect(lines[1]).not.toContain('callerTrace');
  await app.close();
});

test('design §4 logs: a proxy that is not believed is told once', async () => {
  const { lines, app } = await loggingApp(server);
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  await app.inject({ url: '/healthz', headers });
  await app.inject({ url: '/healthz', headers });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"level":"warn"');
  expect(lines[0]).toContain('TRUST_PROXY');
  await app.close();
});

test('design §4 logs: a database error does not bring the row into the log', async () => {
  const { lines, app } = await loggingApp(server);
  const row = await server.db
    .selectFrom('patient')
    .select(['patient_id', 'fiscal_code', 'last_name'])
    .executeTakeFirstOrThrow();
  app.get('/failing', () =>
    server.db
      .updateTable('patient')
      .set({ fiscal_code: row.fiscal_code })
      .where('patient_id', '!=', row.patient_id)
      .execute(),
  );
  expect((await app.inject({ url: '/failing' })).statusCode).toBe(500);
  const log = lines.join('');
  expect(log).toContain('patient_fiscal_code_key');
  for (const secret of [row.fiscal_code, row.last_name]) expect(log).not.toContain(secret);
  await app.close();
});

test('design §4 logs: a database error says what is wrong, unless its class quotes values', async () => {
  const { lines, app } = await loggingApp(server);
  app.get<{ Params: { state: string } }>('/failing/:state', ({ params: { state } }) =>
    sql
      .raw(`do $$ begin raise exception 'of ${lastName}' using errcode = '${state}', table = 'patient'; end $$`)
      .execute(server.db),
  );
  app.get('/without-right', () => server.services.db.deleteFrom('audit').execute());
  app.get('/without-table', () => sql`select * from dropped_table`.execute(server.db));
  const messageOf = async (url: string) => {
    lines.length = 0;
    await app.inject({ url });
    const { err } =
      lines.map((line) => JSON.parse(line) as { err?: { message: string } }).find((line) => line.err) ?? {};
    return err?.message;
  };
  const CLASSES: Readonly<Record<'silent' | 'told', readonly string[]>> = {
    silent: ['22P02', '22001', '22008', '23502', '23505', '23514', '44000', 'P0001', 'P0002'],
    // Other conditions name tables, files, settings and parts of statements, which have values as parameters alone.
    told: [
      '08006',
      '0A000',
      '21000',
      '25006',
      '25P03',
      '26000',
      '28000',
      '34000',
      '3D000',
      '40001',
      '40P01',
      '42501',
    ].concat([
      '42601',
      '42804',
      '42P01',
      '53100',
      '53200',
      '53300',
      '54000',
      '55P03',
      '57014',
      '58030',
      'XX000',
      'XX001',
    ]),
  };
  for (const state of CLASSES.silent)
    expect([state, await messageOf(`/failing/${state}`)]).toEqual([state, 'database error, table patient']);
  for (const state of CLASSES.told)
    expect([state, await messageOf(`/failing/${state}`)]).toEqual([state, `of ${lastName}`]);
  expect(await messageOf('/without-right')).toBe('permission denied for table audit');
  expect(await messageOf('/without-table')).toBe('relation "dropped_table" does not exist');
  await app.close();
});

test('design §4 logs: a body that its client cut off is no failure of the database', async () => {
  const { lines, app } = await loggingApp(server);
  const client = new Socket();
  const answered = new Promise<number>((resolve) => {
    app.post('/cut-off', {
      preParsing: (_request, _reply, body, done) => {
        client.resetAndDestroy();
        done(null, body);
      },
      onSend: (_request, { statusCode }, _answer, done) => {
        resolve(statusCode);
        done();
      },
      handler: () => 'never',
    });
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  client.connect(Number(port), '127.0.0.1');
  client.write('POST /cut-off HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
  client.write('content-length: 9\r\n\r\n{');
  await expect(answered).resolves.toBe(400);
  expect(lines.join('')).not.toContain('database unavailable');
  await app.close();
});

test('design §4 logs: a refused sign-on leaves its reason as an error does, never what was posted', async () => {
  const { lines, app } = await loggingApp(server);
  const form = { SAMLResponse: Buffer.from(`<a>${fiscalCode}</a>`).toString('base64'), RelayState: 'a-relay-state' };
  const payload = new URLSearchParams(form).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await app.inject({ method: 'POST', url: '/sign-on/acs', headers, payload })).statusCode).toBe(303);
  const log = lines.join('');
  expect(log).toContain('"type":"SignOnRefusedError","message":"Sign-on refused: ');
  for (const secret of [fiscalCode, form.SAMLResponse, form.RelayState]) expect(log).not.toContain(secret);
  await app.close();
});

test('rules §1 strictness: an answer of ours that breaks the contract does not leave', async () => {
  const { lines, app } = await loggingApp(server);
  let business = { businessId: 1.5, companyName: 'Aurora', secret: 'x' };
  const call = { ...readMyBusiness, access: 'public', path: '/api/v1/extra/broken' } as const;
  registerRoute(app, server.services, call, () => Promise.resolve({ business }));
  const answer = await app.inject({ url: '/api/v1/extra/broken' });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('Aurora');
  expect(lines.join('')).toContain('business.businessId (invalid_');
  // What the contract does not name is left out.
  business = { ...business, businessId: 1 };
  const mended = await app.inject({ url: '/api/v1/extra/broken' });
  expect(mended.json()).toMatchObject({ data: { business: { businessId: 1, companyName: 'Aurora' } } });
  expect(mended.body).not.toContain('secret');
  await app.close();
});
