import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import type { PoolSettings, TimeLimits } from '#server/database/pool.ts';
import { isStrongRsa } from '#server/strong-key.ts';
import {
  DATABASE_ADDRESS,
  httpProblem,
  isHost,
  MAX_PORT,
  readDatabaseUrl,
  readListener,
  readOrigins,
  tidied,
} from './addresses.ts';
import { isGuessable } from './guessable.ts';

const text = z.string('must be a text');

function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

function oneOf<const V extends readonly [string, ...string[]]>(values: V) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

const yesNo = oneOf(['true', 'false']).transform((value) => value === 'true');

function address(problemOf: (value: string) => string | undefined) {
  return text.superRefine((value, context) => {
    const problem = problemOf(value);
    if (problem !== undefined) context.addIssue(problem);
  });
}

const httpUrl = address(httpProblem);

/** An origin, or one with a path, without a slash at its end. */
const baseUrl = address(
  (value) => httpProblem(value) ?? (/[?#]/.test(value) ? 'must end before a ? or #' : undefined),
).transform((value) => value.replace(/\/+$/, ''));

/** Map tiles; a host that begins with `{s}.` stands for several. */
const tilesUrl = address((value) => {
  if (value === '') return undefined;
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
  return httpProblem(value.replace('{s}.', '')) ?? (isWhole ? undefined : 'must hold {z}, {x} and {y}');
});

const origins = text.transform((value, context): readonly string[] => {
  const read = readOrigins(value);
  if (read !== undefined) return read;
  context.addIssue('must be origins such as https://login.example.org, separated by commas');
  return z.NEVER;
});

const COMPARISONS = ['exact', 'minimum', 'maximum', 'better'] as const;

interface Contexts {
  readonly comparison: (typeof COMPARISONS)[number];
  readonly uris: readonly string[];
}

/** Contexts of authentication: URIs separated by commas or blanks, and before them how theirs must compare. */
const contexts = text.transform((value, context): Contexts => {
  const parts = value.split(/[\s,]+/).filter((part) => part !== '');
  const named = COMPARISONS.find((comparison) => comparison === parts[0]);
  const uris = named === undefined ? parts : parts.slice(1);
  if (uris.length > 0 && uris.every((uri) => URL.canParse(uri))) return { comparison: named ?? 'exact', uris };
  context.addIssue(
    'must be URIs such as https://www.spid.gov.it/SpidL2, separated by commas, after one of exact, minimum, maximum, better',
  );
  return z.NEVER;
});

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isAddressRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (rest.length > 0 || version === 0) return NAMED_RANGES.includes(value);
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

const proxies = text.transform((value, context): readonly string[] => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every(isAddressRange)) return parts;
  context.addIssue(
    `must be addresses or ranges such as 10.0.0.0/8, or ${NAMED_RANGES.join(', ')}, separated by commas`,
  );
  return z.NEVER;
});

/** A port of this machine alone, or of an address before it. */
const listener = text.transform((value, context) => {
  const read = readListener(value);
  if (read !== undefined) return { host: read.host ?? 'localhost', port: read.port };
  context.addIssue('must be a port such as 9090, or an address and a port such as 10.0.0.9:9090 or [::1]:9090');
  return z.NEVER;
});

/** An address of this machine; an IPv6 address may stand in brackets. */
const host = text
  .transform((value) => value.replace(/^\[(.*)\]$/, '$1'))
  .refine(isHost, 'must be an address or name of this machine alone, or 0.0.0.0 for all; its port is PORT');

function secret(minLength: number) {
  return text.min(minLength, `must have at least ${minLength} characters`);
}

/** Secrets separated by blanks or line breaks; or one that has blanks itself. */
function formerSecrets(minLength: number) {
  return text
    .transform((value) => {
      const parts = value.split(/\s+/).filter((part) => part !== '');
      return parts.every((part) => part.length >= minLength) ? parts : [value];
    })
    .refine(([first = '']) => first.length >= minLength, `must have at least ${minLength} characters`);
}

/** What node-postgres does with TLS. Any other word it would take for `verify-full` without saying so. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

const TIMEOUT = /(?<=[?&])statement_timeout=([^&]*)&?/;

/** The address of a database without the limit of a statement that it may set, which goes before ours; and that limit in ms. */
const databaseUrl = text.transform((value, context) => {
  const refuse = (problem: string) => {
    context.addIssue(problem);
    return z.NEVER;
  };
  if (!DATABASE_ADDRESS.test(value))
    return refuse('must begin with postgres:// or postgresql://, as postgres://USER:PASSWORD@HOST:5432/DATABASE');
  const read = readDatabaseUrl(value);
  if (read === undefined) {
    return refuse(
      'must be as postgres://USER:PASSWORD@HOST:5432/DATABASE, with one host and a port up to 65535; in user name and ' +
        'password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25',
    );
  }
  const [, statement] = TIMEOUT.exec(read) ?? [];
  if (statement !== undefined && !/^[1-9]\d{2,8}$/.test(statement))
    return refuse('must set statement_timeout in ms, from 100, as ?statement_timeout=5000');
  const mode = new URLSearchParams(/\?(.*)$/s.exec(read)?.[1]).get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode)) return refuse(`must have sslmode as ${SSL_MODES.join(', ')}`);
  return {
    url: read.replace(TIMEOUT, '').replace(/[?&]$/, ''),
    statement: statement === undefined ? undefined : Number(statement),
  };
});

/** Keys or certificates in PEM. In a one-line variable `\n` may replace a line break. */
const pem = text
  .transform((value) => value.replaceAll('\\n', '\n').trim())
  .refine((value) => /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(value), 'must be in PEM');

/** The parts of a text in PEM. */
function partsOf(text: string): readonly string[] {
  return text.match(/-----BEGIN [\s\S]+?-----END [A-Z ]+-----/g) ?? [];
}

/** Such a text, each part of which has a key that `read` finds, and that is not too weak. */
function pemOf(what: string, read: (part: string) => KeyObject) {
  const isGood = (part: string) => {
    try {
      return isStrongRsa(read(part));
    } catch {
      return false;
    }
  };
  const message = `must be ${what} of RSA in PEM, of 2048 to 8192 bits and with the exponent 65537`;
  return pem.refine((text) => partsOf(text).every(isGood), message);
}

const certificates = pemOf('certificates', (part) => new X509Certificate(part).publicKey);

/** Demonstration values, which NODE_ENV=production refuses (rules §8). */
export const DEFAULT_SECRETS = {
  TOKEN_SECRET: 'demonstration-token-secret-0123456789',
  PIN_PEPPER: 'demonstration-pepper',
  CLIENT_PASSWORD: 'demonstration-client',
} as const;

/** The support address of a demonstration, which nobody reads. */
const DEFAULT_SUPPORT_EMAIL = 'assistenza@buoni.example.org';

/** The code of a publisher that there is not. */
const DEFAULT_PUBLISHER_CODE = 'ssr';

/** What the operator says of the portal (design §7). */
const portal = z.strictObject({
  supportEmail: z.email('must be an e-mail address').default(DEFAULT_SUPPORT_EMAIL),
  googleMapsApiKey: text.default(''),
  mapTilesUrl: tilesUrl.default(''),
  /** The attribution that the licence of the map tiles requires; plain text. */
  mapTilesAttribution: text.default(''),
  /** The regional health site for the support page; without it the page has no link. */
  regionalHealthSiteUrl: httpUrl.optional(),
  /** The legal pages in the footer. For a missing one the footer links to the portal's own page. */
  legalLinks: z
    .strictObject({ privacy: httpUrl.optional(), legalNotes: httpUrl.optional(), accessibility: httpUrl.optional() })
    .default({}),
});

/** The name of a JSON file with that. A key may be empty or null, as in `/config.json`. */
const portalFile = text.transform((file, context): z.output<typeof portal> => {
  try {
    const { data, error } = portal.safeParse(
      JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) =>
        typeof value === 'string' ? value.trim() || undefined : (value ?? undefined),
      ),
    );
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    return data ?? z.NEVER;
  } catch {
    context.addIssue('must name a file that can be read, in JSON');
    return z.NEVER;
  }
});

/** Every environment variable that the server reads. docs/configuration.md says what each means. */
const variables = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  HOST: host.default('localhost'),
  PORT: wholeNumber(1, MAX_PORT).default(3000),
  OPERATIONS_PORT: listener.optional(),
  PUBLIC_URL: baseUrl.optional(),
  PORTAL_URL: baseUrl.optional(),
  TRUST_PROXY: proxies.default([]),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).optional(),

  DATA_DIR: text.default('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  OFFICE_DATABASE_URL: databaseUrl.optional(),
  OFFICE_POOL_SIZE: wholeNumber(1, 1000).default(6),
  WORKER: oneOf(['on', 'off']).default('on'),

  PRICE_CEILING_FACTOR: wholeNumber(1, 1000).default(5),
  CONSULTATION_MONTHS: wholeNumber(24, 1200).default(24),
  AUDIT_MONTHS: wholeNumber(24, 1200).default(120),
  PATIENT_MONTHS: wholeNumber(24, 1200).optional(),
  IDEMPOTENCY_HOURS: wholeNumber(1, 720).default(24),
  PIN_PEPPER: secret(16).default(DEFAULT_SECRETS.PIN_PEPPER),
  PIN_PEPPER_FORMER: secret(16).optional(),
  PIN_USER_FAILURES_PER_HOUR: wholeNumber(1, 1_000_000).default(20),

  LOOKUPS_PER_HOUR: wholeNumber(1, 1_000_000).default(100),
  LOOKUPS_PER_DAY: wholeNumber(1, 1_000_000).default(400),
  TILL_LOOKUPS_PER_HOUR: wholeNumber(1, 1_000_000).default(400),
  TILL_LOOKUPS_PER_DAY: wholeNumber(1, 1_000_000).default(2000),

  TOKEN_SECRET: secret(32).default(DEFAULT_SECRETS.TOKEN_SECRET),
  TOKEN_SECRET_FORMER: formerSecrets(32).optional(),
  IDLE_SECONDS: wholeNumber(0, 86_400).default(1800),
  // It may be shorter, because every browser receives it.
  CLIENT_PASSWORD: text.default(DEFAULT_SECRETS.CLIENT_PASSWORD),

  SAML_SP_PRIVATE_KEY: pemOf('private keys', (part) => createPrivateKey(part)).optional(),
  SAML_SP_CERTIFICATE: certificates.optional(),
  SAML_IDP_URL: httpUrl.optional(),
  SAML_IDP_ENTITY_ID: text.optional(),
  SAML_IDP_CERTIFICATE: certificates.optional(),
  SAML_IDP_LOGOUT_URL: httpUrl.optional(),
  SAML_USER_ATTRIBUTE: text.trim().optional(),
  SAML_USER_PREFIX: text.trim().default(''),
  SAML_AUTHN_CONTEXT: contexts.default({ comparison: 'exact', uris: [] }),
  SAML_ATTRIBUTE_SET: wholeNumber(0, 65_535).optional(),
  SAML_CLOCK_SKEW_SECONDS: wholeNumber(0, 600).default(180),
  SAML_IDP_ORIGINS: origins.optional(),
  SAML_SIGNED: oneOf(['both', 'response', 'assertion']).default('both'),
  SAML_FORCE_AUTHN: yesNo.default(false),
  LOGOUT_URL: httpUrl.optional(),

  ESB_URL: address((value) => httpProblem(value)?.replace(/password$/, 'password: use ESB_TOKEN')).optional(),
  ESB_TOKEN: text.regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces').optional(),

  PORTAL_FILE: portalFile.optional(),
  SECURITY_CONTACT: text
    .regex(
      /^(mailto:[^\s@:]+@[^\s@:]+|https:\/\/[^\s/]+\S*)$/,
      'must be an address that begins with mailto: or https://',
    )
    .optional(),
  OPEN_DATA_PUBLISHER: text.default('Servizio sanitario regionale'),
  OPEN_DATA_PUBLISHER_CODE: text.default(DEFAULT_PUBLISHER_CODE),
  OPEN_DATA_LICENCE: httpUrl.default('https://creativecommons.org/licenses/by/4.0/'),
});
type Name = keyof typeof variables.shape;
type Values = z.output<typeof variables>;

/** Those that production wants to have the form of random ones. */
const RANDOM = [
  'DATABASE_URL',
  'OFFICE_DATABASE_URL',
  'PIN_PEPPER',
  'PIN_PEPPER_FORMER',
  'TOKEN_SECRET',
  'TOKEN_SECRET_FORMER',
  'CLIENT_PASSWORD',
] as const satisfies Name[];

/** Those that may come from a file, named by the same variable with `_FILE`. */
const SECRETS: readonly string[] = [
  ...RANDOM,
  'SAML_SP_PRIVATE_KEY',
  'SAML_SP_CERTIFICATE',
  'SAML_IDP_CERTIFICATE',
  'ESB_TOKEN',
] satisfies Name[];

/** Addresses that production wants to be `https:`. */
const ADDRESSES = [
  'PUBLIC_URL',
  'PORTAL_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'SAML_IDP_URL',
  'SAML_IDP_LOGOUT_URL',
  'SAML_IDP_ORIGINS',
  'LOGOUT_URL',
  'ESB_URL',
  'PORTAL_FILE',
] as const satisfies Name[];

/** Each variable as the documents name it, and its default where that is a value. */
export function describeVariables(): readonly (readonly [name: string, standard: string | undefined])[] {
  return Object.entries(variables.shape).map(([name, schema]) => {
    const standard: unknown = schema.safeParse(undefined).data;
    const isPlain = typeof standard === 'number' || typeof standard === 'boolean' || typeof standard === 'string';
    const isDemonstration = name in DEFAULT_SECRETS;
    return [
      SECRETS.includes(name) ? `\`${name}\` (\`_FILE\`)` : `\`${name}\``,
      isPlain && standard !== '' && !isDemonstration ? `\`${standard}\`` : undefined,
    ];
  });
}

/** The variables that are set. */
type Given = Readonly<Record<string, string | undefined>>;

/** An error whose message lists all wrong settings, one per line. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(['The settings are wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'SettingsError';
  }
}

/** Secrets are kept to the letter; what they protect would be lost with a blank of theirs. */
function isToTheLetter(name: string): boolean {
  return !(name in variables.shape) || (SECRETS.includes(name) && !name.endsWith('DATABASE_URL'));
}

/** The variables that are set, without what files of settings leave around them; an empty one is not. */
function givenOf(env: Given): Given {
  const read = Object.entries(env).map(([name, value]): [string, string | undefined] => [
    name,
    value === undefined || isToTheLetter(name) ? value : tidied(value),
  ]);
  return Object.fromEntries(read.filter(([, value]) => value?.trim() !== ''));
}

/**
 * Reads the secrets that come from files, named by `NAME_FILE`. The line end of such a file is no part of the secret.
 * @returns all variables, and what is wrong with the files
 */
function readSecretFiles(given: Given, names = SECRETS): { readonly read: Given; readonly problems: string[] } {
  const problems: string[] = [];
  const read: Record<string, string | undefined> = { ...given };
  for (const name of names) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) problems.push(`${name}_FILE: must not be set when ${name} is`);
    try {
      const held = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      read[name] = isToTheLetter(name) ? held : tidied(held);
      if (read[name] === '') problems.push(`${name}_FILE: holds nothing`);
    } catch {
      problems.push(`${name}_FILE: cannot be read`);
    }
  }
  return { read, problems };
}

/** Whether a host is this machine. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Whether others can read the traffic to an address. */
function isOpen(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value ?? {}).flatMap(textsIn);
}

/** The password in the address of a database; empty when it comes from elsewhere, for example a file. */
function passwordOf({ url }: { readonly url: string }): string {
  if (!URL.canParse(url)) return '';
  const { password, searchParams } = new URL(url);
  return searchParams.get('password') ?? decodeURIComponent(password);
}

/** Pairs of settings: the first needs the second. */
const TOGETHER = [
  ['SAML_IDP_URL', 'SAML_IDP_CERTIFICATE'],
  ['SAML_IDP_URL', 'SAML_SP_PRIVATE_KEY'],
  ['SAML_IDP_URL', 'SAML_SP_CERTIFICATE'],
  ['SAML_IDP_CERTIFICATE', 'SAML_IDP_URL'],
  ['SAML_IDP_LOGOUT_URL', 'SAML_IDP_URL'],
  ['SAML_IDP_ORIGINS', 'SAML_IDP_URL'],
  ['SAML_ATTRIBUTE_SET', 'SAML_USER_ATTRIBUTE'],
  ['ESB_TOKEN', 'ESB_URL'],
  ['OFFICE_DATABASE_URL', 'DATABASE_URL'],
] as const satisfies [Name, Name][];

/** What must be set in production, and why. */
const NEEDED_IN_PRODUCTION = {
  DATABASE_URL: ': the embedded database (PGlite) never syncs to the disk, and is for trying and for demonstrations',
  PUBLIC_URL: ', for the sign-on leads back to it',
  SAML_IDP_URL: ', which has no demonstration sign-on',
} as const;

/** What production refuses (rules §8). */
function refuseInProduction(
  values: Values,
  wrong: ReadonlySet<unknown>,
  refuse: (name: Name, message: string) => void,
): void {
  for (const name of RANDOM) {
    const value = values[name];
    if (value === undefined || wrong.has(name)) continue;
    const isDatabase = typeof value === 'object' && 'url' in value;
    const guarded = isDatabase ? [passwordOf(value)].filter((password) => password !== '') : [value].flat();
    if (value === (DEFAULT_SECRETS as Given)[name]) {
      refuse(name, 'must be set to a secret of its own when NODE_ENV is production');
    } else if (guarded.some(isGuessable)) {
      const what = isDatabase ? 'its password can be guessed' : 'can be guessed';
      refuse(name, `${what}: take a random one, as of openssl rand -base64 33`);
    }
  }
  for (const name of ADDRESSES)
    if (textsIn(values[name]).some(isOpen)) refuse(name, 'must begin with https:// when NODE_ENV is production');
  for (const [name, why] of Object.entries(NEEDED_IN_PRODUCTION) as [keyof typeof NEEDED_IN_PRODUCTION, string][])
    if (values[name] === undefined) refuse(name, `must be set when NODE_ENV is production${why}`);
}

/** All variables, and what does not go together; a variable that is wrong in itself has one problem only. */
const settings = variables.superRefine(
  (values, context) => {
    const wrong = new Set(context.issues.map(({ path }) => path?.[0]));
    const refuse = (name: Name, message: string) => {
      if (!wrong.has(name)) context.addIssue({ code: 'custom', path: [name], message });
    };
    if (values.NODE_ENV === 'production') refuseInProduction(values, wrong, refuse);
    // The demonstration sign-on needs no password, so it must not be reachable from the network (rules §8).
    else if (!isLoopback(values.HOST) && values.SAML_IDP_URL === undefined) {
      refuse('HOST', 'must be localhost, for the demonstration sign-on lets in whoever reaches it, without a password');
    }
    for (const [one, other] of TOGETHER)
      if (values[one] !== undefined && values[other] === undefined) refuse(other, `must be set when ${one} is`);
    if (values.SAML_IDP_LOGOUT_URL !== undefined && values.LOGOUT_URL !== undefined)
      refuse('LOGOUT_URL', 'must not be set when SAML_IDP_LOGOUT_URL is: the browser can go to one of them only');
  },
  { when: () => true },
);

/** The limits in ms of PostgreSQL for a statement, for the wait for a lock, and for an idle transaction. */
const SALE_LIMITS = { statement: 12_000, lock: 10_000, idleTransaction: 12_000 } as const;
const LONG_LIMITS = { statement: 60_000, lock: 10_000, idleTransaction: 60_000 } as const;

type DatabaseAddress = z.output<typeof databaseUrl>;

/** The connections to a database, whose address may set the limit of a statement. */
function poolOf({ url, statement }: DatabaseAddress, poolSize: number, ours?: TimeLimits): PoolSettings {
  return { url, poolSize, ...(ours && { limits: { ...ours, ...(statement && { statement }) } }) };
}

function locationOf(
  { DATABASE_URL: address, DATA_DIR: folder }: Pick<Values, 'DATABASE_URL' | 'DATA_DIR'>,
  poolSize: number,
): DatabaseLocation {
  return address === undefined
    ? { kind: 'pglite', folder: resolve(folder, 'database') }
    : { kind: 'postgres', ...poolOf(address, poolSize) };
}

/** The database of the server, whose statements have limits: short ones for what a customer waits for. */
function databaseOfServer(values: Values): DatabaseLocation {
  const { DATABASE_URL: address, OFFICE_DATABASE_URL: replica = address, DATABASE_POOL_SIZE: size } = values;
  if (address === undefined || replica === undefined) return locationOf(values, size);
  const office = { ...poolOf(replica, values.OFFICE_POOL_SIZE, LONG_LIMITS), isReadOnly: true };
  return {
    kind: 'postgres',
    ...poolOf(address, size, SALE_LIMITS),
    others: { office, primary: poolOf(address, size, LONG_LIMITS) },
  };
}

function identityProvider(values: Values) {
  const { SAML_IDP_URL: url, SAML_IDP_CERTIFICATE: certificate } = values;
  const { SAML_SP_PRIVATE_KEY: keys, SAML_SP_CERTIFICATE: publicCertificate } = values;
  if (url === undefined || certificate === undefined || keys === undefined || publicCertificate === undefined)
    return { kind: 'demonstration' } as const;
  const [privateKey = keys, formerPrivateKey] = partsOf(keys);
  return {
    kind: 'external',
    url,
    entityId: values.SAML_IDP_ENTITY_ID,
    certificate,
    /** The key that signs our requests, and with which assertions for us are decrypted. */
    privateKey,
    /** The key before it, with which assertions are still decrypted. */
    formerPrivateKey,
    /** The certificate of that key, published in our metadata; further ones, of keys to come, may follow it. */
    publicCertificate,
    /** The URL of its single logout (HTTP-Redirect). */
    logoutUrl: values.SAML_IDP_LOGOUT_URL,
  } as const;
}

/** The requested format of a NameID (SAML 2.0 core, 8.3). Where an attribute names the user it may be another each time. */
function nameIdFormat({ SAML_USER_ATTRIBUTE: attribute }: Values): string {
  return attribute === undefined
    ? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
    : 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
}

/** Sign-on by SAML (§7): this server as service provider, and its identity provider. */
function signOnSettings(values: Values) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    /** The public URL of this server, without a slash at its end. */
    publicUrl,
    /** The URL of the portal, to which the browser returns, without a slash at its end. */
    portalUrl: values.PORTAL_URL ?? publicUrl,
    /** The basic authentication of the two sign-on calls. */
    client: { id: 'food-voucher-portal', username: 'portal', password: values.CLIENT_PASSWORD },
    serviceProviderId: `${publicUrl}/sign-on`,
    /** The demonstration identity provider creates its own keys; an external one has a configured certificate. */
    identityProvider: identityProvider(values),
    /** What is requested from the identity provider, and how its responses are read. */
    saml: {
      /** Name or friendly name of the attribute that names the user; undefined for the NameID. */
      userAttribute: values.SAML_USER_ATTRIBUTE,
      /** What stands before the user name in that value, for example `TINIT-`. */
      userPrefix: values.SAML_USER_PREFIX,
      nameIdFormat: nameIdFormat(values),
      /** The requested authentication context classes; empty to leave them to the identity provider. */
      contexts: values.SAML_AUTHN_CONTEXT.uris,
      comparison: values.SAML_AUTHN_CONTEXT.comparison,
      /** The `AttributeConsumingServiceIndex` of a request. */
      attributeSet: values.SAML_ATTRIBUTE_SET,
      /** What must be signed. */
      signed: values.SAML_SIGNED,
      /** Whether the identity provider must authenticate the user anew at each sign-on. */
      forceAuthn: values.SAML_FORCE_AUTHN,
      /** The accepted difference in ms to the identity provider's clock. */
      clockSkewMs: values.SAML_CLOCK_SKEW_SECONDS * 1000,
    },
    /** Further origins over which the identity provider leads the posted form. */
    formOrigins: values.SAML_IDP_ORIGINS ?? [],
    /** Where the browser goes after a sign-out that ends no session of the identity provider. */
    logoutUrl: values.LOGOUT_URL,
  };
}

/** The maximum calls per minute of one session, or of one address for calls without a session. */
function rateLimits({ RATE_LIMIT_PER_MINUTE: all }: Values) {
  return {
    signOn: all ?? 600,
    search: all ?? 240,
    /** Whole histories of purchases. */
    histories: all ?? 20,
    /** Calls that change data. */
    commands: all ?? 600,
    documents: all ?? 60,
    /** All other calls. */
    reads: all ?? 1200,
  };
}

function operationsAddress({ OPERATIONS_PORT: own, PORT: port, NODE_ENV: mode }: Values) {
  if (own === undefined) return mode === 'production' ? undefined : ('public' as const);
  return own.port === port ? ('public' as const) : own;
}

function settingsOf(values: Values) {
  const isProduction = values.NODE_ENV === 'production';
  return {
    /** Whether the server refuses everything that is for demonstration only (rules §8). */
    isProduction,
    logLevel: isProduction ? 'info' : 'warn',
    /** Whether to fill an empty database with demonstration data. */
    demoData: values.NODE_ENV === 'development',
    /** Whether this process runs the background jobs, and not only answers requests. */
    hasWorker: values.WORKER === 'on',
    http: {
      host: values.HOST,
      port: values.PORT,
      /** The addresses of reverse proxies whose `X-Forwarded-…` headers are trusted. */
      trustProxy: values.TRUST_PROXY,
      rateLimits: rateLimits(values),
      /** Where metrics and documentation are served: at the main address, at another one, or nowhere. */
      operations: operationsAddress(values),
      /** The address of an OpenTelemetry collector that gets a span for each request; undefined: none is made. */
      spanCollector: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      /** The maximum numbers of documents under way. */
      documents: { ofOneClient: 1, atOnce: 4 },
    },
    /** The time in ms in which a process that ends still serves but reports that it is not ready. */
    shutdownDelayMs: (values.SHUTDOWN_DELAY_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
    database: databaseOfServer(values),
    /** The region's rules (rules §4, §5, §6). */
    rules: {
      /** A unit price above the reference price times this factor is refused. */
      priceCeilingFactor: values.PRICE_CEILING_FACTOR,
      /** The number of months for which each table of records is kept, at least 24. */
      recordMonths: { consultation: values.CONSULTATION_MONTHS, audit: values.AUDIT_MONTHS },
      /** The number of months after the last voucher, or without one the last change, after which a patient is made anonymous; undefined for never. */
      patientMonths: values.PATIENT_MONTHS,
      /** The number of hours for which the answer to a command of a till is kept. */
      keptAnswerHours: values.IDEMPOTENCY_HOURS,
      /** How many different patients a user of a shop, or a till, may look up (rules §4). */
      lookups: {
        user: { perHour: values.LOOKUPS_PER_HOUR, perDay: values.LOOKUPS_PER_DAY },
        till: { perHour: values.TILL_LOOKUPS_PER_HOUR, perDay: values.TILL_LOOKUPS_PER_DAY },
      },
      /** PINs and codes (rules §6). */
      pin: {
        /** The secret that is mixed into every PIN and code before hashing. */
        pepper: values.PIN_PEPPER,
        /** The previous pepper; some PINs may still be hashed with it. */
        formerPepper: values.PIN_PEPPER_FORMER,
        /** The number of wrong PINs and codes that a user may enter in an hour, over all patients. */
        userFailuresPerHour: values.PIN_USER_FAILURES_PER_HOUR,
        /** The number of wrong PINs at one business in an hour that raises an alarm. */
        alarmPerHour: 20,
      },
    },
    hashing: { threads: 2, slots: 400 },
    /** The lifetimes of sessions and tokens, and the secrets that sign them (rules §3). */
    tokens: {
      /** The secret that signs access tokens, at least 32 characters. */
      secret: values.TOKEN_SECRET,
      /** The previous secrets, the newest first; tokens signed with them are still valid, answers kept under them readable. */
      formerSecrets: values.TOKEN_SECRET_FORMER ?? [],
      accessTokenSeconds: 600,
      /** The session ends after this time without a call; 0 means never. */
      idleSeconds: values.IDLE_SECONDS,
    },
    signOn: signOnSettings(values),
    /** The delivery of AMC orders to the enterprise service bus (rules §7). */
    esb: {
      /** A bus over HTTP, or a stand-in inside this server. */
      target:
        values.ESB_URL === undefined
          ? ({ kind: 'loopback' } as const)
          : ({ kind: 'http', url: values.ESB_URL, token: values.ESB_TOKEN } as const),
      /** The interval in ms of looking for orders to deliver. */
      intervalMs: 2000,
    },
    securityContact: values.SECURITY_CONTACT,
    /** Who publishes the open data, and under which licence. */
    openData: {
      publisher: values.OPEN_DATA_PUBLISHER,
      publisherCode: values.OPEN_DATA_PUBLISHER_CODE,
      licence: values.OPEN_DATA_LICENCE,
    },
    /** The content of /config.json (design §7) without the sign-on credentials. */
    portal: {
      apiBaseUrl: '',
      /** Where the portal finds the files of open data. */
      openDataUrl: '/api/v1/extra/open-data',
      /** For how many months the privacy page says that records and names are kept. */
      consultationMonths: String(values.CONSULTATION_MONTHS),
      auditMonths: String(values.AUDIT_MONTHS),
      patientMonths: values.PATIENT_MONTHS === undefined ? undefined : String(values.PATIENT_MONTHS),
      ...(values.PORTAL_FILE ?? portal.parse({})),
    },
  };
}

export type Settings = ReturnType<typeof settingsOf>;
export type SignOnSettings = Settings['signOn'];
export type SamlSettings = SignOnSettings['saml'];

/** @throws SettingsError */
function readAll<T extends z.ZodType>(schema: T, env: Given, secrets?: readonly string[]): z.output<T> {
  const { read, problems } = readSecretFiles(givenOf(env), secrets);
  const { data, error } = schema.safeParse(read);
  problems.push(...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`));
  if (data === undefined || problems.length > 0) throw new SettingsError(problems);
  return data;
}

/**
 * Where the data are, for a command: it needs no other settings, and has no limits of time.
 * @throws SettingsError
 */
export function readDatabaseLocation(env: Given, poolSize: number): DatabaseLocation {
  const parsed = readAll(variables.pick({ DATABASE_URL: true, DATA_DIR: true }), env, ['DATABASE_URL']);
  return locationOf(parsed, poolSize);
}

/**
 * After how many months a patient is made anonymous, for the command that does it; undefined for never.
 * @throws SettingsError
 */
export function readPatientMonths(env: Given): number | undefined {
  return readAll(variables.pick({ PATIENT_MONTHS: true }), env, []).PATIENT_MONTHS;
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws SettingsError with every wrong setting; secrets are not repeated
 */
export function readSettings(env: Given): Settings {
  return readAll(settings.transform(settingsOf), env);
}

/** Whether others can read the traffic to PostgreSQL, or pretend to be it. */
function isUnprotected(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  return hostname !== '' && !isLoopback(hostname) && searchParams.get('sslmode') !== 'verify-full';
}

/** The settings with which a production server should not run for long, as texts for the log; else empty. */
export function doubtfulSettings({
  isProduction,
  database,
  esb,
  openData,
  portal: shown,
}: Settings): readonly string[] {
  if (!isProduction) return [];
  const databases = database.kind === 'postgres' ? [database.url, database.others?.office.url ?? ''] : [];
  return [
    ...(esb.target.kind === 'loopback'
      ? ['AMC orders are accepted by a built-in stand-in and go nowhere: set ESB_URL']
      : []),
    ...(shown.supportEmail === DEFAULT_SUPPORT_EMAIL
      ? ['the portal tells everybody to write to a mailbox that does not exist: set supportEmail in PORTAL_FILE']
      : []),
    ...(openData.publisherCode === DEFAULT_PUBLISHER_CODE
      ? ['the open data name no publisher: set OPEN_DATA_PUBLISHER and OPEN_DATA_PUBLISHER_CODE']
      : []),
    ...(databases.some(isUnprotected)
      ? [
          'others may read what goes to the database: end DATABASE_URL and OFFICE_DATABASE_URL with ?sslmode=verify-full',
        ]
      : []),
  ];
}
