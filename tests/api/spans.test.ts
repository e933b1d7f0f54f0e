import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { buildApp } from '#server/app.ts';
import { PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

let server: TestServer;
const received: string[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(`${request.url} ${body}`);
    response.end();
  });
});
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  await new Promise<void>((done) => {
    collector.listen(0, '127.0.0.1', done);
  });
});
afterAll(async () => {
  collector.close();
  await server.close();
});

async function appWith(spanCollector: string) {
  const { settings, services } = server;
  return buildApp({ services, settings: { ...settings, http: { ...settings.http, spanCollector } } });
}

test('design §4 spans: the collector gets route, status and the trace of the request, and nothing about the patient', async () => {
  const app = await appWith(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  const authorization = `Bearer ${await signInAs(server, USERS.aurora)}`;
  const { fiscalCode } = PATIENTS.withPin;
  const found = await app.inject({
    url: `${searchPatients.path}?fiscalCode=${fiscalCode}`,
    headers: { authorization, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
  });
  const own = await app.inject({ url: readMyBusiness.path, headers: { authorization } });
  await app.close();
  const sent = received.join('\n');
  expect(sent).toContain(`/v1/traces {`);
  expect(sent).toContain(`"name":"GET ${searchPatients.path}"`);
  expect(sent).toContain(`"traceId":"${TRACE}"`);
  expect(own.headers.traceparent).toBeTypeOf('string');
  expect(sent).toContain(`"traceId":"${String(own.headers.traceparent).split('-')[1]}"`);
  expect(sent).toContain('{"key":"http.response.status_code","value":{"intValue":200}}');
  expect(found.body).toContain(fiscalCode);
  for (const secret of [fiscalCode, 'fiscalCode', authorization]) expect(sent).not.toContain(secret);
});

test('design §4 spans: the message of an error, which may quote a row, is not sent', async () => {
  const app = await appWith(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  app.get('/failing', () => {
    throw new Error(`Key (first_name)=(${PATIENTS.withPin.lastName}) exists`);
  });
  received.length = 0;
  expect((await app.inject({ url: '/failing' })).statusCode).toBe(500);
  await app.close();
  const sent = received.join('\n');
  expect(sent).toContain('"name":"GET /failing"');
  expect(sent).toContain('"status":{"code":2}');
  expect(sent).not.toContain(PATIENTS.withPin.lastName);
});

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code: number };
}

function receivedSpans(): Span[] {
  return received.flatMap((line) => {
    const { resourceSpans } = JSON.parse(line.slice(line.indexOf('{'))) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

test('design §4 spans: the first of a trace has no parent, that of a call its caller; a refusal is no error, a probe no span', async () => {
  const app = await appWith(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  received.length = 0;
  const caller = '00f067aa0ba902b7';
  const { headers } = await app.inject({ url: readMyBusiness.path });
  await app.inject({ url: readMyBusiness.path, headers: { traceparent: `00-${TRACE}-${caller}-01` } });
  await app.inject({ url: '/healthz' });
  await app.inject({ url: '/nowhere' });
  await app.close();
  const [, trace] = String(headers.traceparent).split('-');
  const refused = { name: `GET ${readMyBusiness.path}`, status: { code: 0 } };
  expect(receivedSpans()).toMatchObject([
    { ...refused, traceId: trace },
    { ...refused, traceId: TRACE, parentSpanId: caller },
    { name: expect.stringMatching(/^GET /) as string, status: { code: 0 } },
  ]);
  expect(receivedSpans()[0]).not.toHaveProperty('parentSpanId');
});

test('design §4 spans: a collector that is away fails no request', async () => {
  const app = await appWith('http://127.0.0.1:9');
  const authorization = `Bearer ${await signInAs(server, USERS.aurora)}`;
  const { statusCode } = await app.inject({ url: readMyBusiness.path, headers: { authorization } });
  expect(statusCode).toBe(200);
  await app.close();
});
