import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_SECRETS, doubtfulSettings, readSettings, SettingsError } from '#server/settings/settings.ts';

const { private: KEY, cert: CERTIFICATE } = await makeKeys();
const { private: FORMER_KEY } = await makeKeys();

function makeKeys(keySize = 2048) {
  return generate([{ name: 'commonName', value: 'x' }], { keySize });
}

/** A certificate in PEM. */
function pemOf(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;
}

/** Certificates of keys that are too weak, or of another kind. */
const WEAK = {
  'RSA of 1024 bits': pemOf(
    'MIIB9jCCAV+gAwIBAgIUS/pXKtaupheqfq7ladAMrkOR9cIwDQYJKoZIhvcNAQELBQAwDDEKMAgGA1UEAwwBdzAgFw0yNjExMjgx' +
      'MDQ0NTZaGA8yMTI2MTEwNDEwNDQ1NlowDDEKMAgGA1UEAwwBdzCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA9AD3QmZItciH' +
      'z2clJAaibm9wY2CDILLBMLUD9rPS/oOJVXM2GZlyPIuS4u3fTBMPpT3LXHbNMDku9yi0kLKwHnuI/pMXHX3oTcaoF4RdHAeYKcvS' +
      'yZ0zsYSgSBjZ+myY/1HirqfLk4uqMFG64X8XY9YF205z7qaCiTCpoQi2Dl8CAwEAAaNTMFEwHQYDVR0OBBYEFPHf0+RC4iYpnWVk' +
      'HGLQEP+MMXDyMB8GA1UdIwQYMBaAFPHf0+RC4iYpnWVkHGLQEP+MMXDyMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQAD' +
      'gYEA3UOrK65t0U18JG7iB0juQ4A2f2hgSUMGFSAr9zX/USCwgX4gu6zoKMnGrRlvT0jVaPLExKv4smFVb83O7VdPHR48Z9MFK5zD' +
      'OYGe/d1hwTbckdbooUW9z5fL8RJaK3DNkQ+B859GTXW5Wn3KMjIfViqtblRwW1O5XVz5ekVPQyA=',
  ),
  'the exponent 3': pemOf(
    'MIIC+TCCAeGgAwIBAgIUZsno9l1AuuFZ38+xm2vTDw/90kYwDQYJKoZIhvcNAQELBQAwDDEKMAgGA1UEAwwBdzAgFw0yNjExMjgx' +
      'MDQ0NTZaGA8yMTI2MTEwNDEwNDQ1NlowDDEKMAgGA1UEAwwBdzCCASAwDQYJKoZIhvcNAQEBBQADggENADCCAQgCggEBANzTU/w8' +
      '1ohBsLCREtsm6MjeQSYKPS0XLpWvLnnG4307qVLjJmwgTem3AHyVV3L6cMVZX/HTOudoYWmMJcLst+aQ/8nME10kNc16S8YFTj0v' +
      'tLOXNDAAdIyM8H3ZS/egibRbuw5+fD3k1yYdByjS7fCjp1U4U9Fd+pFjNi2aaTdrFfm4eRYjPtUnHallrP3vE3ltIDADbVIxiQjG' +
      'mLckWJJKO5MCdfeciWWHrVldw+YKz8u6XFbu7GeZcRKEqe2s1r7K4gsci38iUVixeDcA6d4dkpZxPEwSSZgcdlPeKLMBsY+0fbq2' +
      'SXQa5SY5mOiTUcff7olPd8eLSg+0k9Y96CMCAQOjUzBRMB0GA1UdDgQWBBQgPeEiTs8Vk/P6/2lx+sEfbOMtBzAfBgNVHSMEGDAW' +
      'gBQgPeEiTs8Vk/P6/2lx+sEfbOMtBzAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQCd1USwVFjqsJoKYIxmJeTN' +
      'pU3zb2B2MvMkwLT3MaRA9lTSKSAHOIvzqD0ZfPcYnrtVw0MgE8xDGzBBhTdQBOc8/zi8/lxDe8tjsVQPUsChBDHQn8IHINi62yAs' +
      'GEmURIHHE2uL+tFVDhJrBur4u9y02KDOo1qWBuuzIB5lpfULBu66vXbCXNIXUI5ehJgqNBDGgAkym/KO3owne5wlPJYpd1N3GUDh' +
      'r3DK+C0gHwvLcQa1eOqUxf85YCCyIo2OxINwL+SUMY3aWuC2GQXAiwM83c3Dgqgu+5MELCgJQNcahirO7L3mJuY1DPtyHPAzavyZ' +
      '4Gsmo0SZdFdbZnUUtd9J',
  ),
  'an elliptic curve': pemOf(
    'MIIBcDCCARWgAwIBAgIUL78URLIQzAKHqxL4Yr519SaamZIwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBdzAgFw0yNjExMjgxMDQ0' +
      'NTZaGA8yMTI2MTEwNDEwNDQ1NlowDDEKMAgGA1UEAwwBdzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAUKoiZAjEi1a4VltU0a' +
      '4LGX9sL6vAmVjZp4AvAj8rtXF1R8l0l/5SzOwS5lwxlYmlFXeVnZSVlGhTh9lCi1HxKjUzBRMB0GA1UdDgQWBBRA509wjJbLctds' +
      'FRYPEw+Yt29uxDAfBgNVHSMEGDAWgBRA509wjJbLctdsFRYPEw+Yt29uxDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kA' +
      'MEYCIQC6mK5lAnv3aCFc7pXqRmKDffpfLOq93yo+kes8l6rbFgIhAISyF3GLP0p7S1tMAC7Qzz5BaNnfexZg2gOnFvuoNmy8',
  ),
};

/** The required settings of a production server. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://buoni.example.org',
  DATABASE_URL: 'postgres://portal@database/vouchers',
  TOKEN_SECRET: 'Zk3uP9xQ1vLr7mWc5TgBy8NdHa2JfEs6',
  PIN_PEPPER: 'wR7kd02MxqLbVu9z',
  CLIENT_PASSWORD: 'n6Yt4GpQe1Wz',
  SAML_IDP_URL: 'https://login.example.org/sso',
  SAML_IDP_CERTIFICATE: CERTIFICATE.trim(),
  SAML_SP_PRIVATE_KEY: KEY.trim(),
  SAML_SP_CERTIFICATE: CERTIFICATE.trim(),
};

const folder = mkdtempSync(join(tmpdir(), 'voucher-settings-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The name of a file that holds this. */
function fileWith(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [title, ...lines] = error.message.split('\n');
    expect(title).toBe('The settings are wrong:');
    return lines.map((line) => line.replace('  - ', ''));
  }
}

describe('settings', () => {
  test('design §4 settings: without any, an embedded database with demonstration data', () => {
    const settings = readSettings({});
    expect(settings.database).toMatchObject({ kind: 'pglite' });
    expect(settings.demoData).toBe(true);
    expect(settings.signOn.identityProvider).toEqual({ kind: 'demonstration' });
    expect(settings.signOn.publicUrl).toBe('http://localhost:3000');
  });

  test('design §4 settings: an empty variable counts as not set', () => {
    expect(readSettings({ DATABASE_URL: '', PORT: ' ' })).toEqual(readSettings({}));
  });

  test('design §4 settings: DATABASE_URL chooses PostgreSQL, whose connections have limits by way in, of which an address may set one', () => {
    const url = 'postgres://user@db/vouchers';
    const short = { statement: 12_000, lock: 10_000, idleTransaction: 12_000 };
    const long = { statement: 60_000, lock: 10_000, idleTransaction: 60_000 };
    const office = { url, poolSize: 6, limits: long, isReadOnly: true };
    const primary = { url, poolSize: 10, limits: long };
    const others = { office, primary };
    expect(readSettings({ DATABASE_URL: url }).database).toEqual({
      kind: 'postgres',
      ...primary,
      limits: short,
      others,
    });
    const replica = 'postgres://user@replica/vouchers?sslmode=require';
    const limited = readSettings({
      DATABASE_URL: `${url}?statement_timeout=5000`,
      OFFICE_DATABASE_URL: replica.replace('?', '?statement_timeout=90000&'),
      OFFICE_POOL_SIZE: '3',
    });
    expect(limited.database).toEqual({
      ...{ kind: 'postgres', url, poolSize: 10, limits: { ...short, statement: 5000 } },
      others: {
        office: { url: replica, poolSize: 3, limits: { ...long, statement: 90_000 }, isReadOnly: true },
        primary: { ...primary, limits: { ...long, statement: 5000 } },
      },
    });
  });

  test('design §4 settings: every wrong one is listed at once, and no secret is repeated', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:hidden@db',
      TOKEN_SECRET: 'short',
      TRUST_PROXY: 'proxy.example.org',
      SAML_FORCE_AUTHN: 'yes',
      SAML_IDP_URL: 'ftp://login.example.org',
    });
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'PORT',
      'SAML_FORCE_AUTHN',
      'SAML_IDP_CERTIFICATE',
      'SAML_IDP_URL',
      'SAML_SP_CERTIFICATE',
      'SAML_SP_PRIVATE_KEY',
      'TOKEN_SECRET',
      'TRUST_PROXY',
    ]);
    expect(problems).toContain('PORT: must be a whole number from 1 to 65535');
    expect(problems.join()).not.toMatch(/hidden|short/);
  });

  test.each(['true', '1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,', 'proxy.example.org'])(
    'design §4 settings: TRUST_PROXY may not be %s, which trusts nobody or everybody',
    (TRUST_PROXY) => {
      expect(problemsOf({ TRUST_PROXY }).join()).toContain('TRUST_PROXY: must be addresses');
    },
  );

  test('rules §2 settings: RATE_LIMIT_PER_MINUTE stands in for each limit', () => {
    const { rateLimits } = readSettings({ RATE_LIMIT_PER_MINUTE: '7' }).http;
    expect(rateLimits).toEqual({ signOn: 7, search: 7, histories: 7, commands: 7, documents: 7, reads: 7 });
    expect(readSettings({}).http.rateLimits).toMatchObject({ signOn: 600, histories: 20, reads: 1200 });
  });

  test('design §4 settings: TRUST_PROXY lists the proxies, and there is none by itself', () => {
    expect(readSettings({}).http.trustProxy).toEqual([]);
    const TRUST_PROXY = 'loopback, 10.0.0.0/8,2001:db8::/32';
    expect(readSettings({ TRUST_PROXY }).http.trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32']);
  });

  test.each(['0', '65536', '80.5', '-1', '0x50'])('design §4 settings: PORT may not be %s', (PORT) => {
    expect(problemsOf({ PORT })).toEqual(['PORT: must be a whole number from 1 to 65535']);
  });

  test('rules §8 production: starts with secrets of its own and an external sign-on', () => {
    const settings = readSettings(production);
    expect(settings.demoData).toBe(false);
    expect(settings.signOn.identityProvider).toMatchObject({ kind: 'external', url: production.SAML_IDP_URL });
  });

  test.each(['TOKEN_SECRET', 'PIN_PEPPER', 'CLIENT_PASSWORD', 'PUBLIC_URL', 'SAML_IDP_URL', 'DATABASE_URL'] as const)(
    'rules §8 production: refuses to start without %s',
    (name) => {
      expect(problemsOf({ ...production, [name]: '' }).join()).toContain(`${name}: must be set`);
    },
  );

  const served = {
    ...production,
    ESB_URL: 'https://esb.example.org',
    PORTAL_FILE: fileWith('portal.json', '{ "supportEmail": "aiuto@example.org" }'),
    OPEN_DATA_PUBLISHER_CODE: 'r_esempi',
  };
  const protectedUrl = `${production.DATABASE_URL}?sslmode=verify-full`;

  test.each<[string, Record<string, string>, string]>([
    ['a database in the clear', {}, 'sslmode=verify-full'],
    ['orders that go nowhere', { DATABASE_URL: protectedUrl, ESB_URL: '' }, 'ESB_URL'],
    ['a mailbox that is not there', { DATABASE_URL: protectedUrl, PORTAL_FILE: '' }, 'supportEmail in PORTAL_FILE'],
    ['open data of nobody', { DATABASE_URL: protectedUrl, OPEN_DATA_PUBLISHER_CODE: '' }, 'OPEN_DATA_PUBLISHER_CODE'],
  ])('rules §8 production: warns of %s', (_, env, named) => {
    expect(doubtfulSettings(readSettings({ ...served, ...env }))).toEqual([expect.stringContaining(named)]);
  });

  test('rules §8 production: warns of nothing where all is set, and elsewhere never', () => {
    expect(doubtfulSettings(readSettings({ ...served, DATABASE_URL: protectedUrl }))).toEqual([]);
    expect(doubtfulSettings(readSettings({ ...served, DATABASE_URL: 'postgres://portal@localhost/vouchers' }))).toEqual(
      [],
    );
    expect(doubtfulSettings(readSettings({}))).toEqual([]);
  });

  test('rules §8 production: refuses a default secret that is written out', () => {
    expect(problemsOf({ ...production, CLIENT_PASSWORD: 'demonstration-client' })).toHaveLength(1);
  });

  test.each(['CONSULTATION_MONTHS', 'AUDIT_MONTHS'])('rules §4 records: %s is 24 at least', (name) => {
    for (const months of ['23', '0', '-1', ''])
      expect(problemsOf({ [name]: months })).toEqual(
        months === '' ? [] : [`${name}: must be a whole number from 24 to 1200`],
      );
    expect(readSettings({}).rules.recordMonths).toEqual({ consultation: 24, audit: 120 });
    const given = readSettings({ CONSULTATION_MONTHS: '36', AUDIT_MONTHS: '60' });
    expect(given.rules.recordMonths).toEqual({ consultation: 36, audit: 60 });
  });

  test.each([
    'x'.repeat(40),
    'abababababababababababababababababab',
    '0123456789abcdefghijklmnopqrstuvwxyz',
    'qwertyuiopasdfghjklzxcvbnmqwertyuiop',
    'correct'.repeat(6),
    'my-secret-token-password-changeme-production',
    'P4ssw0rd-P4ssw0rd-P4ssw0rd-P4ssw0rd!',
    'demonstration-token-secret-9876543210',
    'Password1234',
    'Postgres2026',
    'A'.repeat(20) + 'b'.repeat(20),
    'ABCDEFGHIJKLabcdefghijkl0123456789',
    '0123456789abcdef0123456789abcdef',
    'deadbeefdeadbeefdeadbeefdeadbeef',
    '00000000-0000-0000-0000-000000000000',
    'n6Yt4GpQe1n6Yt4GpQe1n6Yt4GpQe1n6Yt4GpQe1',
  ])('rules §8 production: refuses the secret %s, long as it is', (secret) => {
    for (const name of ['TOKEN_SECRET', 'PIN_PEPPER', 'CLIENT_PASSWORD'])
      expect(problemsOf({ ...production, [name]: secret })).toEqual([
        expect.stringMatching(`^${name}: (can be guessed|must have at least)`),
      ]);
  });

  test('rules §8 production: refuses what stands for a secret in the documents and beside the server', () => {
    for (const file of ['docs/operations.md', 'docs/configuration.md', 'compose.yaml', 'deploy/vouchers.service']) {
      const said = readFileSync(file, 'utf8').matchAll(/\b(TOKEN_SECRET|PIN_PEPPER|CLIENT_PASSWORD)=(\S+)/g);
      for (const [, name = '', value = ''] of said)
        expect(problemsOf({ ...production, [name]: value })).toHaveLength(1);
    }
    for (const [name, value] of Object.entries(DEFAULT_SECRETS)) {
      expect(problemsOf({ ...production, [name]: value })).toHaveLength(1);
      expect(problemsOf({ ...production, [name]: `${value}${value.toUpperCase()}` })).toHaveLength(1);
    }
  });

  test.each(['mysql://root:hidden@db', 'postgres://u:p@h:99999/db'])(
    'rules §8 production: a malformed %s is one problem among others',
    (DATABASE_URL) => {
      const problems = problemsOf({ ...production, DATABASE_URL, OFFICE_DATABASE_URL: DATABASE_URL, PORT: 'x' });
      expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PORT', 'DATABASE_URL', 'OFFICE_DATABASE_URL']);
    },
  );

  test.each(['Password2026!', 'Postgres2026!', 'Replace-This-Secret-In-Production-1', 'MySecretTokenPasswordChangeMe'])(
    'rules §8 production: refuses a common word in a secret: %s',
    (CLIENT_PASSWORD) =>
      expect(problemsOf({ ...production, CLIENT_PASSWORD }).join()).toMatch('CLIENT_PASSWORD: can be guessed'),
  );

  test('rules §8 production: refuses a former secret and a database password that can be guessed', () => {
    const guessable = 'my-secret-token-password-changeme-production';
    const TOKEN_SECRET_FORMER = `${production.TOKEN_SECRET.slice(0, -1)}x ${guessable}`;
    expect(problemsOf({ ...production, TOKEN_SECRET_FORMER }).join()).toMatch('TOKEN_SECRET_FORMER: can be guessed');
    for (const name of ['TOKEN_SECRET_FORMER', 'PIN_PEPPER_FORMER'])
      expect(problemsOf({ ...production, [name]: guessable }).join()).toMatch(`${name}: can be guessed`);
    for (const DATABASE_URL of [
      'postgres://portal:postgres@db/vouchers',
      'postgres://portal@db/v?password=postgres',
      'postgres://portal:%70%6f%73%74%67%72%65%73@db/v',
      'postgres://portal:admin%@db/v',
    ])
      expect(problemsOf({ ...production, DATABASE_URL }).join()).toMatch('DATABASE_URL: its password can be guessed');
    const DATABASE_URL = `postgres://portal:${randomBytes(16).toString('hex')}@db/vouchers`;
    expect(problemsOf({ ...production, DATABASE_URL })).toEqual([]);
  });

  test('design §4 operations: metrics and documentation are not public in production unless a setting says so', () => {
    const operationsOf = (env: Record<string, string>) => readSettings(env).http.operations;
    expect(operationsOf({})).toBe('public');
    expect(operationsOf(production)).toBeUndefined();
    expect(operationsOf({ ...production, OPERATIONS_PORT: '3000' })).toBe('public');
    expect(operationsOf({ ...production, OPERATIONS_PORT: '9090' })).toEqual({ host: 'localhost', port: 9090 });
    expect(operationsOf({ ...production, OPERATIONS_PORT: '10.0.0.9:9090' })).toEqual({ host: '10.0.0.9', port: 9090 });
    expect(operationsOf({ ...production, OPERATIONS_PORT: '[::1]:9090' })).toEqual({ host: '::1', port: 9090 });
    for (const OPERATIONS_PORT of ['0', '65536', '10.0.0.9', '10.0.0.9:'])
      expect(problemsOf({ OPERATIONS_PORT }).join()).toMatch(/^OPERATIONS_PORT: must be a port such as/);
  });

  test('rules §8 production: takes what a generator of secrets gives', () => {
    // They are the same in each run, because about one in 10,000 of 22 characters looks like none.
    const bytes = (seed: string) => createHash('md5').update(seed).digest();
    for (let count = 0; count < 1000; count += 1) {
      const secrets = {
        TOKEN_SECRET: bytes(`token ${count}`).toString('hex'),
        TOKEN_SECRET_FORMER: createHash('sha256').update(`former ${count}`).digest('base64'),
        PIN_PEPPER: bytes(`pepper ${count}`).toString('base64url'),
        CLIENT_PASSWORD: bytes(`client ${count}`).toString('hex'),
      };
      expect(problemsOf({ ...production, ...secrets })).toEqual([]);
    }
  });

  test('rules §8 production: refuses http: but on the loopback address', () => {
    const names = ['PUBLIC_URL', 'PORTAL_URL', 'SAML_IDP_URL', 'ESB_URL'];
    for (const name of names) {
      const problem = `${name}: must begin with https:// when NODE_ENV is production`;
      expect(problemsOf({ ...production, [name]: 'http://buoni.example.org' })).toEqual([problem]);
      for (const address of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
        expect(problemsOf({ ...production, [name]: address })).toEqual([]);
    }
  });

  test('rules §8 production: refuses the embedded database, and says why', () => {
    expect(problemsOf({ ...production, DATABASE_URL: '' })[0]).toMatch(/never syncs to the disk.*for demonstrations/);
  });

  test('design §7 PORTAL_FILE: holds what the operator says of the portal; an empty key counts as left out', () => {
    const said = {
      supportEmail: 'aiuto@example.org',
      googleMapsApiKey: 'key',
      mapTilesUrl: 'https://{s}.tiles.example.org/{z}/{x}/{y}.png',
      mapTilesAttribution: '© chi le ha fatte',
      regionalHealthSiteUrl: 'http://localhost:8080/salute',
      legalLinks: {
        privacy: 'https://salute.example.org/privacy',
        legalNotes: 'https://a.it',
        accessibility: 'https://b.it',
      },
    };
    const portalOf = (content: object) =>
      readSettings({ ...production, PORTAL_FILE: fileWith('portal.json', JSON.stringify(content)) }).portal;
    expect(portalOf(said)).toMatchObject(said);
    const none = readSettings({}).portal;
    expect(portalOf({})).toEqual(none);
    const empty = Object.fromEntries(Object.keys(said).map((key, at) => [key, at % 2 === 0 ? ' ' : null]));
    expect(portalOf(empty)).toEqual(none);
    expect(portalOf({ legalLinks: { privacy: '' } })).toEqual(none);
    expect(portalOf({ supportEmail: ' aiuto@example.org ' }).supportEmail).toBe(said.supportEmail);
  });

  test.each<[string, string]>([
    ['{ "supportEmail": "mailto:aiuto@example.org" }', 'PORTAL_FILE.supportEmail: must be an e-mail address'],
    ['{ "mapTilesUrl": "https://tiles.example.org" }', 'PORTAL_FILE.mapTilesUrl: must hold {z}, {x} and {y}'],
    ['{ "mapTilesUrl": 7 }', 'PORTAL_FILE.mapTilesUrl: must be a text'],
    [
      '{ "regionalHealthSiteUrl": "ftp://salute.example.org" }',
      'PORTAL_FILE.regionalHealthSiteUrl: must be an address',
    ],
    ['{ "legalLinks": { "privacy": "privacy.html" } }', 'PORTAL_FILE.legalLinks.privacy: must be an address'],
    ['{ "legalLinks": "https://salute.example.org" }', 'PORTAL_FILE.legalLinks: Invalid input: expected object'],
    ['{ "supportMail": "aiuto@example.org" }', 'PORTAL_FILE: Unrecognized key: "supportMail"'],
    ['{ "sso": { "password": "x" } }', 'PORTAL_FILE: Unrecognized key: "sso"'],
    ['[]', 'PORTAL_FILE: Invalid input: expected object'],
    ['null', 'PORTAL_FILE: Invalid input: expected object'],
    ['{', 'PORTAL_FILE: must name a file that can be read, in JSON'],
    ['', 'PORTAL_FILE: must name a file that can be read, in JSON'],
    [
      '{ "legalLinks": { "legalNotes": "http://a.it" } }',
      'PORTAL_FILE: must begin with https:// when NODE_ENV is production',
    ],
    [
      '{ "mapTilesUrl": "http://{s}.a.it/{z}/{x}/{y}" }',
      'PORTAL_FILE: must begin with https:// when NODE_ENV is production',
    ],
  ])('design §7 PORTAL_FILE: %s is refused', (content, problem) => {
    const env = { ...production, PORTAL_FILE: fileWith('wrong.json', content) };
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)]);
    expect(problemsOf({ PORTAL_FILE: join(folder, 'missing') })).toEqual([
      'PORTAL_FILE: must name a file that can be read, in JSON',
    ]);
  });

  test('rules §8 demonstration sign-on: listens on the loopback address alone', () => {
    for (const HOST of ['localhost', '127.0.0.1', '127.1.2.3', '::1']) expect(problemsOf({ HOST })).toEqual([]);
    for (const HOST of ['0.0.0.0', '::', '10.0.0.7', 'portal.example.org'])
      expect(problemsOf({ HOST }).join()).toMatch(/^HOST: must be localhost.*without a password/);
    expect(problemsOf({ ...production, HOST: '0.0.0.0' })).toEqual([]);
  });

  test('rules §8 sign-on keys: a PEM in one line is read as its lines', () => {
    const { identityProvider } = readSettings({
      ...production,
      SAML_IDP_CERTIFICATE: CERTIFICATE.trim().replaceAll('\r\n', '\n').replaceAll('\n', '\\n'),
    }).signOn;
    expect(identityProvider).toMatchObject({ certificate: CERTIFICATE.trim().replaceAll('\r\n', '\n') });
  });

  test('rules §8 sign-on keys: the key before the present one follows it', () => {
    const [own, former] = [KEY.trim(), FORMER_KEY.trim()];
    const keys = `${own}\n${former}`;
    expect(readSettings({ ...production, SAML_SP_PRIVATE_KEY: keys }).signOn.identityProvider).toMatchObject({
      privateKey: own,
      formerPrivateKey: former,
    });
    const { identityProvider } = readSettings({ ...production, SAML_SP_PRIVATE_KEY: own }).signOn;
    expect(identityProvider).toMatchObject({ privateKey: own, formerPrivateKey: undefined });
  });

  test('rules §8 sign-on keys: weak ones, of other kinds, and what is no key are refused by name', async () => {
    const { private: small } = await makeKeys(1024);
    const none = pemOf('MIIB');
    const refused = (name: string, value: string) => {
      const [problem, ...others] = problemsOf({ ...production, [name]: value });
      expect([problem, others]).toEqual([expect.stringMatching(`^${name}: must be .* of RSA in PEM`), []]);
    };
    for (const name of ['SAML_IDP_CERTIFICATE', 'SAML_SP_CERTIFICATE'])
      for (const weak of [...Object.values(WEAK), none, KEY]) {
        refused(name, weak);
        // The next one may follow, and is as good as the first.
        refused(name, `${CERTIFICATE}\n${weak}`);
      }
    for (const weak of [small, none, CERTIFICATE, `${KEY}\n${small}`]) refused('SAML_SP_PRIVATE_KEY', weak);
  });

  test('design §4 settings: a secret may come from a file, without its line end', () => {
    const { TOKEN_SECRET, PIN_PEPPER, DATABASE_URL, SAML_SP_PRIVATE_KEY, ...others } = production;
    const files = {
      ...others,
      TOKEN_SECRET_FILE: fileWith('token', `${TOKEN_SECRET}\n`),
      PIN_PEPPER_FILE: fileWith('pepper', `${PIN_PEPPER}\r\n`),
      DATABASE_URL_FILE: fileWith('database', DATABASE_URL),
      SAML_SP_PRIVATE_KEY_FILE: fileWith('key', `${SAML_SP_PRIVATE_KEY}\n`),
    };
    expect(readSettings(files)).toEqual(readSettings(production));
    expect(problemsOf({ ...files, TOKEN_SECRET, PIN_PEPPER_FILE: join(folder, 'missing') })).toEqual([
      'PIN_PEPPER_FILE: cannot be read',
      'TOKEN_SECRET_FILE: must not be set when TOKEN_SECRET is',
      'PIN_PEPPER: must be set to a secret of its own when NODE_ENV is production',
    ]);
    expect(problemsOf({ CLIENT_PASSWORD_FILE: fileWith('empty', '\n') })).toEqual([
      'CLIENT_PASSWORD_FILE: holds nothing',
    ]);
  });

  test('§7 gateway: the settings of the sign-on, and what stands where none is set', () => {
    const { saml, logoutUrl } = readSettings({}).signOn;
    expect(saml).toMatchObject({
      userAttribute: undefined,
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      contexts: [],
      comparison: 'exact',
      attributeSet: undefined,
      signed: 'both',
      forceAuthn: false,
    });
    expect(logoutUrl).toBeUndefined();
    const gateway = readSettings({
      SAML_USER_ATTRIBUTE: ' fiscalNumber ',
      SAML_AUTHN_CONTEXT: 'minimum https://www.spid.gov.it/SpidL2, urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard',
      SAML_ATTRIBUTE_SET: '0',
    }).signOn.saml;
    expect(gateway).toMatchObject({
      userAttribute: 'fiscalNumber',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      contexts: ['https://www.spid.gov.it/SpidL2', 'urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard'],
      comparison: 'minimum',
      attributeSet: 0,
    });
  });

  test.each([
    [{ DATABASE_URL: 'postgres://x/y?statement_timeout=0' }, /^DATABASE_URL: must set statement_timeout in ms/],
    [{ DATABASE_URL: 'postgres://x/y?statement_timeout=2min' }, /^DATABASE_URL: must set statement_timeout in ms/],
    [{ SAML_AUTHN_CONTEXT: 'minimum' }, /^SAML_AUTHN_CONTEXT: must be URIs such as/],
    [{ SAML_AUTHN_CONTEXT: 'SpidL2' }, /^SAML_AUTHN_CONTEXT: must be URIs such as/],
    [{ SAML_SIGNED: 'none' }, /^SAML_SIGNED: must be one of both, response, assertion$/],
    [{ ...production, LOGOUT_URL: 'http://login.example.org/out' }, /^LOGOUT_URL: must begin with https/],
    [
      {
        ...production,
        LOGOUT_URL: 'https://login.example.org/out',
        SAML_IDP_LOGOUT_URL: 'https://login.example.org/slo',
      },
      /^LOGOUT_URL: must not be set when SAML_IDP_LOGOUT_URL is/,
    ],
  ])('§7 gateway: %j is refused', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(problem)]);
  });

  test('rules §7 ESB: without an address, orders go to the built-in loopback', () => {
    expect(readSettings({}).esb).toEqual({
      target: { kind: 'loopback' },
      intervalMs: 2000,
    });
    const env = { ESB_URL: 'https://bus.example.org/orders', ESB_TOKEN: 'token-of-the-bus' };
    expect(readSettings(env).esb).toMatchObject({
      target: { kind: 'http', url: env.ESB_URL, token: env.ESB_TOKEN },
    });
  });

  test.each([
    [{ ESB_URL: 'bus.example.org' }, 'ESB_URL: must be an address that begins with http:// or https://'],
    [{ ESB_URL: 'https://me:hidden@bus.example.org' }, 'ESB_URL: must not hold a user name or password: use ESB_TOKEN'],
    [{ ESB_TOKEN: 'token-of-the-bus' }, 'ESB_URL: must be set when ESB_TOKEN is'],
    [
      { ESB_URL: 'https://bus.example.org', ESB_TOKEN: 'two\nlines' },
      'ESB_TOKEN: must be printable characters without spaces',
    ],
  ])('rules §7 ESB: %j is refused', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });
});
