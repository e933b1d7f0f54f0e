import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from '#server/settings/settings.ts';

/** Stands in each wrong value that may hold a password. */
const PASSWORD = 'hidden';

function problemsOf(env: Readonly<Record<string, string>>): string {
  try {
    readSettings(env);
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

function databaseOf(DATABASE_URL: string): string {
  const { database } = readSettings({ DATABASE_URL });
  return database.kind === 'postgres' ? database.url : '';
}

describe('design §4 settings: DATABASE_URL as people put it in', () => {
  test.each([
    ['as it should be', 'postgres://u:p@h:5432/db?sslmode=verify-full', 'postgres://u:p@h:5432/db?sslmode=verify-full'],
    ['without a password', 'postgres://u@h/db', 'postgres://u@h/db'],
    ['without a user', 'postgresql://h/db', 'postgresql://h/db'],
    ['with blanks, quotes and a line end', ' "postgres://u:p@h/db"\n', 'postgres://u:p@h/db'],
    ['in single quotes', "'postgres://u:p@h/db'", 'postgres://u:p@h/db'],
    ['in capitals', 'POSTGRES://u:p@h/db', 'postgres://u:p@h/db'],
    ['a password with @', 'postgres://u:p@ss@h/db', 'postgres://u:p%40ss@h/db'],
    ['with /', 'postgres://u:p/ss@h/db', 'postgres://u:p%2Fss@h/db'],
    ['with / after digits, which looks like a port', 'postgres://u:12/ss@h/db', 'postgres://u:12%2Fss@h/db'],
    ['with #', 'postgres://u:12#ss@h:5433/db', 'postgres://u:12%23ss@h:5433/db'],
    ['with ?', 'postgres://u:p?ss@h/db', 'postgres://u:p%3Fss@h/db'],
    ['with :', 'postgres://u:p:ss@h/db', 'postgres://u:p%3Ass@h/db'],
    ['with blanks', 'postgres://u:p ss@h/db', 'postgres://u:p%20ss@h/db'],
    ['with % that escapes nothing', 'postgres://u:50%off%@h/db', 'postgres://u:50%25off%25@h/db'],
    ['with % that escapes no letter', 'postgres://u:p%ff@h/db', 'postgres://u:p%25ff@h/db'],
    ['with all of them', 'postgres://u:a@b/c:d#e?f@h/db', 'postgres://u:a%40b%2Fc%3Ad%23e%3Ff@h/db'],
    ['escaped', 'postgres://u:p%40s%2Fs%25@h/db', 'postgres://u:p%40s%2Fs%25@h/db'],
    ['with an IPv6 address', 'postgres://u:p@[::1]:5432/db', 'postgres://u:p@[::1]:5432/db'],
    ['by a socket', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/db', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/db'],
    ['with the host as a parameter', 'postgres://u:p@/db?host=/run/pg', 'postgres://u:p@/db?host=/run/pg'],
    ['with @ in a parameter', 'postgres://h/db?application_name=a@b', 'postgres://h/db?application_name=a@b'],
    ['with @ there too', 'postgres://u:p@h/db?application_name=a@b', 'postgres://u:p@h/db?application_name=a@b'],
  ])('%s', (_, given, url) => {
    expect(databaseOf(given)).toBe(url);
  });

  test.each([
    ['another program', `tcp://u:${PASSWORD}@h:5432/db`, 'must begin with postgres://'],
    ['another database', `mysql://u:${PASSWORD}@h/db`, 'must begin with postgres://'],
    ['Java', `jdbc:postgresql://h/db?user=u&password=${PASSWORD}`, 'must begin with postgres://'],
    ['no scheme', `u:${PASSWORD}@h:5432/db`, 'must begin with postgres://'],
    ['words', `host=h password=${PASSWORD} dbname=db`, 'must begin with postgres://'],
    ['several hosts', `postgres://u:${PASSWORD}@h1,h2/db`, 'with one host'],
    ['several hosts with ports', `postgres://u:${PASSWORD}@h1:1,h2:2/db`, 'with one host'],
    ['no port', `postgres://u:${PASSWORD}@h:http/db`, 'a port up to 65535'],
    ['a port that is none', `postgres://u:${PASSWORD}@h:70000/db`, 'a port up to 65535'],
    ['port 0', `postgres://u:${PASSWORD}@h:0/db`, 'a port up to 65535'],
    ['two ways to read it', `postgres://u:12?a=${PASSWORD}@h/db`, '? as %3F'],
    ['two ways to read @', `postgres://u:${PASSWORD}@h/my@db`, '@ as %40'],
    ['half escaped', `postgres://u:${PASSWORD}#%41@h/db`, '# as %23'],
    ['a fragment', `postgres://h/db#${PASSWORD}`, '# as %23'],
    ['a host with a scheme', `postgres://u:${PASSWORD}@http://h/db`, 'with one host'],
    ['an address that is none', `postgres://u:${PASSWORD}@999.1.1.1/db`, 'with one host'],
    ['a mode of TLS that is none', `postgres://u:${PASSWORD}@h/db?sslmode=true`, 'must have sslmode as disable'],
  ])('%s is refused, and its password not told', (_, DATABASE_URL, said) => {
    const problems = problemsOf({ DATABASE_URL });
    expect(problems).toContain(`DATABASE_URL: must`);
    expect(problems).toContain(said);
    expect(problems).not.toContain(PASSWORD);
  });

  test('rules §8 production: a password that can be guessed is found in any notation', () => {
    for (const password of ['postgres', 'pass/word', 'pass#word', ' password ']) {
      const DATABASE_URL = ` postgres://u:${password}@h/db`;
      expect(problemsOf({ NODE_ENV: 'production', DATABASE_URL })).toContain(
        'DATABASE_URL: its password can be guessed',
      );
    }
  });
});

describe('design §4 settings: addresses and ports as people put them in', () => {
  test.each([
    ['HOST', '[::1]', '::1'],
    ['HOST', ' "127.0.0.1" ', '127.0.0.1'],
    ['PORT', '8080 ', 8080],
    ['PORT', "'8080'", 8080],
  ])('%s may be %j', (name, value, read) => {
    const { host, port } = readSettings({ [name]: value }).http;
    expect({ HOST: host, PORT: port }).toMatchObject({ [name]: read });
  });

  test('PUBLIC_URL may end in slashes and stand in quotes', () => {
    const { publicUrl } = readSettings({ PUBLIC_URL: ' "https://buoni.example.org//" ' }).signOn;
    expect(publicUrl).toBe('https://buoni.example.org');
  });

  test('rules §8 production: quotes hide no http:', () => {
    expect(problemsOf({ NODE_ENV: 'production', PUBLIC_URL: '"http://buoni.example.org"' })).toContain(
      'PUBLIC_URL: must begin with https:// when NODE_ENV is production',
    );
  });

  test('a secret is kept to the letter', () => {
    const TOKEN_SECRET = '"Zk3uP9xQ1vLr7mWc5TgBy8NdHa2JfEs6" ';
    expect(readSettings({ TOKEN_SECRET }).tokens.secret).toBe(TOKEN_SECRET);
  });

  const NO_ADDRESS = [
    'buoni.example.org',
    'ftp://buoni.example.org',
    'tcp://10.0.0.1:80',
    'http:/buoni.example.org',
    'https://',
    'https://https://buoni.example.org',
    'https://buoni.example.org:70000',
    'https://buoni.example.org:0',
    'https://buoni.example.org:http',
    'https://buoni example.org',
    'https://*',
    `https://me:${PASSWORD}@buoni.example.org`,
  ];
  const ADDRESSES = [
    'PUBLIC_URL',
    'PORTAL_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'SAML_IDP_URL',
    'SAML_IDP_LOGOUT_URL',
    'SAML_IDP_ORIGINS',
    'LOGOUT_URL',
    'ESB_URL',
    'OPEN_DATA_LICENCE',
  ];
  test.each(ADDRESSES)('%s is refused by its name where it is no address', (name) => {
    for (const value of NO_ADDRESS) {
      const problems = problemsOf({ [name]: value });
      expect([value, problems]).toEqual([value, expect.stringMatching(new RegExp(`- ${name}: must (be|have|not)`))]);
      expect(problems).not.toContain(PASSWORD);
    }
  });

  test.each([
    ...['http', '70000', '0', '80.5', ':8080', '0x50', 'tcp://10.0.0.1:8080', '8080/tcp', '٨٠'].map((value) => [
      'PORT',
      value,
    ]),
    ...[
      'http://0.0.0.0',
      '0.0.0.0:3000',
      'localhost:3000',
      '*',
      '999.0.0.1',
      '10.0.0',
      '[127.0.0.1:1]',
      'a b',
      'a/b',
    ].map((value) => ['HOST', value]),
    ...[
      'http://10.0.0.9:9090',
      '10.0.0.9',
      '10.0.0.9:70000',
      '*:9090',
      '::1:9090',
      '[10.0.0.9]:9090',
      '9090/metrics',
    ].map((value) => ['OPERATIONS_PORT', value]),
    ...['http://10.0.0.1', '10.0.0.1:80', '*'].map((value) => ['TRUST_PROXY', value]),
    ...['https://buoni.example.org/?x', 'https://buoni.example.org/#/'].flatMap((value) => [
      ['PUBLIC_URL', value],
      ['PORTAL_URL', value],
    ]),
    ['SECURITY_CONTACT', 'aiuto@example.org'],
    ['SECURITY_CONTACT', 'mailto:'],
  ] as [string, string][])('%s may not be %s', (name, value) => {
    expect(problemsOf({ [name]: value })).toMatch(new RegExp(`- ${name}: must `));
  });

  test('PUBLIC_URL may have a path where the portal is elsewhere', () => {
    const env = { PUBLIC_URL: 'https://api.example.org/buoni/', PORTAL_URL: 'https://buoni.example.org' };
    expect(readSettings(env).signOn.publicUrl).toBe('https://api.example.org/buoni');
  });
});
