import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '#server/http/create-server.ts';
import { handleErrors } from '#server/http/errors.ts';
import { servePortal } from '#server/http/portal.ts';
import { secureHeaders } from '#server/http/security-headers.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';

const PAGE = '<!doctype html><title>Portale</title>';
const SCRIPT = 'export const built = true;';
const KEPT = 'public, max-age=31536000, immutable';

let folder: string;
let settings: Settings;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voucher-portal-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'locales/it'), { recursive: true });
  await writeFile(join(folder, 'locales/it/common.json'), '{}');
  await writeFile(join(folder, 'public-mark.txt'), '1a2b');
  await writeFile(join(folder, 'index.html'), PAGE);
  await copyFile('public/too-many-cookies.html', join(folder, 'too-many-cookies.html'));
  await writeFile(join(folder, 'assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT));
  const said = { supportEmail: 'aiuto@example.org', regionalHealthSiteUrl: 'https://salute.example.org' };
  await writeFile(join(folder, 'said.json'), JSON.stringify(said));
  settings = readSettings({
    PUBLIC_URL: 'https://api.example.org',
    PORTAL_URL: 'https://portal.example.org',
    SECURITY_CONTACT: 'mailto:sicurezza@example.org',
    PORTAL_FILE: join(folder, 'said.json'),
  });
  app = Fastify();
  handleErrors(app);
  await secureHeaders(app, settings);
  await servePortal(app, settings, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const asPage = { accept: 'text/html,*/*' };

test('§2 routes: every address at which a screen may be answers the page, which is never kept', async () => {
  for (const url of ['/', '/storico-acquisti', '/redirect-url?sessionId=x', '/nothing/here']) {
    const answer = await app.inject({ url, headers: asPage });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(PAGE);
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
});

test('§2 routes: what is no screen is not found, so that an old chunk never turns into the page', async () => {
  for (const url of ['/assets/old.js', '/api/v1/nothing', '/api?x', '/locales/it/nothing.json', '/sign-on/nothing']) {
    expect((await app.inject({ url, headers: asPage })).statusCode).toBe(404);
  }
  expect((await app.inject({ url: '/storico-acquisti', headers: { accept: 'application/json' } })).statusCode).toBe(
    404,
  );
  expect((await app.inject({ method: 'POST', url: '/', headers: asPage })).statusCode).toBe(404);
});

test('design §5 light: an asset is sent compressed where accepted, and kept for good', async () => {
  const url = '/assets/app-1a2b.js';
  const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT);
  expect(compressed.headers['cache-control']).toBe(KEPT);
  const plain = await app.inject({ url });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(SCRIPT);
});

test("design §5 light: a text is kept for good where it is asked for by this build's mark, and else asked for anew", async () => {
  const kept = async (url: string, headers = {}) => (await app.inject({ url, headers })).headers['cache-control'];
  expect(await kept('/locales/it/common.json?v=1a2b')).toBe(KEPT);
  expect(await kept('/locales/it/common.json')).toBe('no-cache');
  expect(await kept('/locales/it/common.json?v=old')).toBe('no-cache');
  expect(await kept('/locales/it/nothing.json?v=1a2b')).not.toBe(KEPT);
  expect(await kept('/storico-acquisti?v=1a2b', asPage)).toBe('no-cache');
});

test('design §5 light: no file is kept twice for who asks with and without an origin', async () => {
  const headers = { origin: 'https://portal.example.org' };
  for (const url of ['/assets/app-1a2b.js', '/locales/it/common.json', '/config.json']) {
    const answer = await app.inject({ url, headers });
    expect(answer.headers.vary ?? '').not.toMatch(/origin/i);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
  expect((await app.inject({ url: '/', headers: { ...headers, ...asPage } })).headers.vary).toBe('accept-encoding');
  expect((await app.inject({ url: '/api/v1/nothing', headers })).headers['access-control-allow-origin']).toBe(
    headers.origin,
  );
});

test('design §7 /config.json: comes from the settings', async () => {
  const answer = await app.inject({ url: '/config.json' });
  expect(answer.json()).toEqual({
    apiBaseUrl: '',
    sso: { clientId: 'food-voucher-portal', username: 'portal', password: 'demonstration-client' },
    supportEmail: 'aiuto@example.org',
    googleMapsApiKey: '',
    mapTilesUrl: '',
    openDataUrl: '/api/v1/extra/open-data',
    consultationMonths: '24',
    auditMonths: '120',
    mapTilesAttribution: '',
    regionalHealthSiteUrl: 'https://salute.example.org',
    legalLinks: {},
  });
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test('rules §8 security.txt: whom to tell of a weakness, for less than a year', async () => {
  const { headers, payload } = await app.inject({ url: '/.well-known/security.txt' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    payload
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:sicurezza@example.org');
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
});

test('rules §8 cross-origin calls: from the portal, and from nobody else', async () => {
  const allowed = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'PUT' };
    const answer = await app.inject({ method: 'OPTIONS', url: '/api/v1/carts/1/products', headers });
    return answer.headers['access-control-allow-origin'];
  };
  expect(await allowed('https://portal.example.org')).toBe('https://portal.example.org');
  expect(await allowed('https://evil.example.org')).toBeUndefined();
});

describe('rules §8 headers: cookies that other sites of the domain have left', () => {
  let server: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    server = await createServer(settings, undefined);
    await servePortal(server, settings, folder);
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  /** As many cookies as a browser sends, of 4 kB each. */
  const cookies = (kB: number) =>
    Array.from({ length: Math.ceil(kB / 4) }, (_, index) => `c${index}=${'x'.repeat(4080)}`).join('; ');

  test.each([
    ['60 kB', 60, '/', 'text/html,*/*', 200, 'text/html', PAGE],
    ['120 kB', 120, '/ricerca-assistiti', 'text/html,*/*', 200, 'text/html', PAGE],
    ['60 kB to a file', 60, '/assets/app-1a2b.js', '*/*', 200, 'javascript', SCRIPT],
    ['60 kB to a call', 60, '/api/v1/nothing', '*/*', 404, 'application/json', 'PATH_NOT_FOUND'],
    ['more to the portal', 200, '/', 'text/html,*/*', 431, 'text/html', 'Elimina i cookie di questo sito'],
    [
      'all that a browser keeps',
      720,
      '/ordini-amc?page=2',
      'text/html',
      431,
      'text/html',
      'Delete the cookies of this site',
    ],
    [
      'more to a page that is none of the portal',
      200,
      '/sign-on/acs',
      'text/html',
      431,
      'text/html',
      'Elimina i cookie',
    ],
    ['more by who says nothing of a form', 200, '/', undefined, 431, 'text/html', 'Elimina i cookie'],
    ['more to a call', 200, '/api/v1/users/me', '*/*', 431, 'application/json', 'HEADERS_TOO_LARGE'],
    ['more to a call in a tab', 200, '/api/v1/users/me', 'text/html', 431, 'application/json', 'HEADERS_TOO_LARGE'],
    ['more to what a page loads', 200, '/config.json', '*/*', 431, 'application/json', 'HEADERS_TOO_LARGE'],
  ])('%s', async (_, kB, path, accept, status, type, text) => {
    const headers = { cookie: cookies(kB), ...(accept !== undefined && { accept }) };
    const [answer] = (await once(get(new URL(path, url), { headers }), 'response')) as [IncomingMessage];
    const chunks = (await answer.toArray()) as Buffer[];
    const body = Buffer.concat(chunks).toString();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, expect.stringContaining(type)]);
    expect(body).toContain(text);
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  });
});
