// @vitest-environment jsdom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiUrl, type ConfigProblem, loadRuntimeConfig, runtimeConfig } from '#src/providers/runtime-config.ts';
import { testConfig } from '#tests/support/portal-files.ts';

const network = setupServer();
const config = testConfig('https://api.example');

beforeAll(() => network.listen());
afterAll(() => network.close());

test.each([
  ['missing', () => new HttpResponse(null, { status: 404 })],
  ['not JSON', () => HttpResponse.text('<html>')],
])('design §7 a configuration that is %s is refused', async (_, resolver) => {
  network.use(http.get('/config.json', resolver));
  await expect(loadRuntimeConfig()).rejects.toThrow();
  expect(() => runtimeConfig()).toThrow('/config.json has not been loaded');
});

const NOTHING = [
  { key: 'apiBaseUrl', kind: 'missing' },
  { key: 'sso.clientId', kind: 'missing' },
  { key: 'sso.username', kind: 'missing' },
  { key: 'sso.password', kind: 'missing' },
] as const;

const WRONG: readonly [name: string, file: unknown, problems: readonly ConfigProblem[]][] = [
  ['null', null, NOTHING],
  ['a list', [], NOTHING],
  ['without its address and sign-on', {}, NOTHING],
  ['with null for what is needed', { apiBaseUrl: null, sso: null }, NOTHING],
  [
    'with half of its sign-on',
    { ...config, sso: { clientId: 'portal', password: 1 } },
    [
      { key: 'sso.username', kind: 'missing' },
      { key: 'sso.password', kind: 'notText' },
    ],
  ],
  [
    'with a text for its sign-on',
    { apiBaseUrl: '', sso: 'portal' },
    [{ key: 'sso', kind: 'notSection' }, ...NOTHING.slice(1)],
  ],
  ['with a number for an address', { ...config, apiBaseUrl: 1 }, [{ key: 'apiBaseUrl', kind: 'notText' }]],
  [
    'with a number for the regional site, and a text for the legal pages',
    { ...config, regionalHealthSiteUrl: 1, legalLinks: 'https://example.org' },
    [
      { key: 'legalLinks', kind: 'notSection' },
      { key: 'regionalHealthSiteUrl', kind: 'notText' },
    ],
  ],
  ...['api.example.org', 'localhost:3000', '//api.example.org', 'https://', 'ftp://api.example.org', 'https://a b'].map(
    (apiBaseUrl): (typeof WRONG)[number] => [
      `with ${apiBaseUrl} for an address`,
      { ...config, apiBaseUrl },
      [{ key: 'apiBaseUrl', kind: 'notAddress' }],
    ],
  ),
  [
    'with addresses without a scheme',
    { ...config, regionalHealthSiteUrl: 'www.example.org', legalLinks: { privacy: 'example.org/privacy' } },
    [
      { key: 'regionalHealthSiteUrl', kind: 'notAddress' },
      { key: 'legalLinks.privacy', kind: 'notAddress' },
    ],
  ],
  [
    'with a list for the address of a legal page',
    { ...config, legalLinks: { privacy: [] } },
    [{ key: 'legalLinks.privacy', kind: 'notText' }],
  ],
];

test.each(WRONG)(
  'design §7 a configuration that is %s is refused, and each wrong key is named',
  async (_, file, problems) => {
    network.use(http.get('/config.json', () => HttpResponse.text(JSON.stringify(file))));
    await expect(loadRuntimeConfig()).rejects.toMatchObject({
      problems,
      message: `/config.json: ${problems.map(({ key }) => key).join(', ')}`,
    });
    expect(() => runtimeConfig()).toThrow('/config.json has not been loaded');
  },
);

const NEEDED = { apiBaseUrl: '', sso: config.sso };
const DEFAULTS = { supportEmail: '', googleMapsApiKey: '', mapTilesUrl: '' };

test.each([
  ['without the rest', NEEDED],
  ['with null for the rest', { ...NEEDED, supportEmail: null, mapTilesUrl: null, legalLinks: null }],
  ['with empty texts', { ...NEEDED, ...DEFAULTS, mapTilesAttribution: '', legalLinks: { privacy: '' } }],
])('design §7 only apiBaseUrl and sso are needed: a configuration %s has defaults', async (_, file) => {
  network.use(http.get('/config.json', () => HttpResponse.json(file)));
  await loadRuntimeConfig();
  expect(runtimeConfig()).toEqual({ ...NEEDED, ...DEFAULTS, legalLinks: {} });
});

test('design §7 a configuration is loaded whole, unknown keys tolerated', async () => {
  const whole = {
    ...config,
    mapTilesAttribution: 'their makers',
    regionalHealthSiteUrl: 'https://health.example.org',
    consultationMonths: '24',
    auditMonths: '120',
    patientMonths: '36',
    legalLinks: {
      privacy: 'https://example.org/privacy',
      legalNotes: 'https://example.org/notes',
      accessibility: 'https://example.org/accessibility',
    },
  };
  network.use(http.get('/config.json', () => HttpResponse.json({ ...whole, later: true })));
  await loadRuntimeConfig();
  expect(runtimeConfig()).toEqual(whole);
});

test('design §7 an address of the API may end with a slash', async () => {
  network.use(http.get('/config.json', () => HttpResponse.json({ ...config, apiBaseUrl: 'https://api.example/v/' })));
  await loadRuntimeConfig();
  expect(apiUrl()).toBe('https://api.example/v');
});

test('design §7 a configuration that is asked for twice at a time is loaded once', async () => {
  let loads = 0;
  const count = () => {
    loads += 1;
    return HttpResponse.json(config);
  };
  network.use(http.get('/config.json', count));
  await Promise.all([loadRuntimeConfig(), loadRuntimeConfig()]);
  expect(loads).toBe(1);
});

test.each([
  [' https://api.example.org/ ', 'https://api.example.org'],
  ['HTTP://localhost:3000', 'HTTP://localhost:3000'],
  ['/backend/', '/backend'],
])('design §7 the address of the API may be %j', async (apiBaseUrl, read) => {
  network.use(http.get('/config.json', () => HttpResponse.json({ ...config, apiBaseUrl })));
  await loadRuntimeConfig();
  expect(runtimeConfig().apiBaseUrl).toBe(read);
});
