// @vitest-environment jsdom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadRuntimeConfig, runtimeConfig } from '#src/providers/runtime-config.ts';
import { testConfig } from '#tests/support/portal-files.ts';

const network = setupServer();
const config = testConfig('https://api.example');

beforeAll(() => network.listen());
afterAll(() => network.close());

test.each([
  ['missing', () => new HttpResponse(null, { status: 404 })],
  ['not JSON', () => HttpResponse.text('<html>')],
  ['null', () => HttpResponse.json(null)],
  ['without its sign-on', () => HttpResponse.json({ ...config, sso: { clientId: 'portal' } })],
  ['with a number for the regional site', () => HttpResponse.json({ ...config, regionalHealthSiteUrl: 1 })],
  ['with a number for an address', () => HttpResponse.json({ ...config, apiBaseUrl: 1 })],
])('design §7 a configuration that is %s is refused', async (_, resolver) => {
  network.use(http.get('/config.json', resolver));
  await expect(loadRuntimeConfig()).rejects.toThrow();
  expect(() => runtimeConfig()).toThrow('/config.json has not been loaded');
});

test('design §7 a configuration is loaded once its file is right, unknown keys tolerated', async () => {
  const more = { later: true, regionalHealthSiteUrl: null };
  network.use(http.get('/config.json', () => HttpResponse.json({ ...config, ...more })));
  await loadRuntimeConfig();
  expect(runtimeConfig()).toMatchObject(config);
});
