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

interface Facts {
  /** What the table of the documents says of it. */
  readonly means: string;
  /** What that table says of its default, where that is not a value. */
  readonly otherwise?: string;
  /** Whether it may come from a file, named by the same variable with `_FILE`. */
  readonly secret?: boolean;
  /** The number of characters of a secret that must not belong to a word, sequence or repetition. */
  readonly unguessable?: number;
  /** Whether production wants its addresses to be `https:`. */
  readonly address?: boolean;
}

const facts = z.registry<Facts>();

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

const STATEMENT_TIMEOUT = 'statement_timeout';

function parameterOf(url: string, name: string): string | undefined {
  return new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get(name) ?? undefined;
}

/** The limit of a statement that an address sets, in ms; undefined where it sets none. */
function statementTimeoutOf(url: string): string | undefined {
  return parameterOf(url, STATEMENT_TIMEOUT);
}

/** What node-postgres does with TLS. Any other word it would take for `verify-full` without saying so. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

function databaseProblem(value: string): string | undefined {
  if (!DATABASE_ADDRESS.test(value)) {
    return 'must begin with postgres:// or postgresql://, as postgres://USER:PASSWORD@HOST:5432/DATABASE';
  }
  const read = readDatabaseUrl(value);
  if (read === undefined) {
    return (
      'must be as postgres://USER:PASSWORD@HOST:5432/DATABASE, with one host and a port up to 65535; in user name and ' +
      'password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25'
    );
  }
  const given = statementTimeoutOf(read);
  if (given !== undefined && !/^[1-9]\d{2,8}$/.test(given))
    return `must set ${STATEMENT_TIMEOUT} in ms, from 100, as ?${STATEMENT_TIMEOUT}=5000`;
  const mode = parameterOf(read, 'sslmode');
  return mode === undefined || SSL_MODES.includes(mode) ? undefined : `must have sslmode as ${SSL_MODES.join(', ')}`;
}

const databaseUrl = address(databaseProblem).transform((value) => readDatabaseUrl(value) ?? value);

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

/** Every environment variable that the server reads, and what is said of it. An empty variable counts as not set. */
const variables = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development').register(facts, {
    means: '`development` fills an empty database with demonstration data, `test` does not, `production` refuses them',
  }),
  HOST: host.default('localhost').register(facts, {
    means: 'Address to listen on; `0.0.0.0` for all, not with the demonstration sign-on',
  }),
  PORT: wholeNumber(1, MAX_PORT).default(3000).register(facts, { means: 'Port to listen on' }),
  OPERATIONS_PORT: listener.optional().register(facts, {
    means:
      'Where `/metrics` and `/docs` are: a port of this machine, or `ADDRESS:PORT`. The value of `PORT` shows them to all',
    otherwise: '`PORT`, none in production',
  }),
  PUBLIC_URL: baseUrl.optional().register(facts, {
    means: 'Address by which browsers reach this server; must be set in production',
    otherwise: '`http://localhost:PORT`',
    address: true,
  }),
  PORTAL_URL: baseUrl.optional().register(facts, {
    means: 'Address of the portal, where it is served elsewhere; no other origin may call',
    otherwise: '`PUBLIC_URL`',
    address: true,
  }),
  TRUST_PROXY: proxies.default([]).register(facts, {
    means: 'Addresses of reverse proxies whose `X-Forwarded-…` is believed: `loopback`, `10.0.0.0/8`, …',
  }),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).optional().register(facts, {
    means: 'Calls of one session or address in a minute, in place of [six limits](operations.md#limits)',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional().register(facts, {
    means: 'Address of an OpenTelemetry collector (OTLP over HTTP), which gets a span for each request but probes',
    otherwise: 'none: no spans',
    address: true,
  }),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).optional().register(facts, {
    means: 'How long a process told to end still serves while `/readyz` answers 503',
    otherwise: '`0`, `5` in production',
  }),

  DATA_DIR: text.default('data').register(facts, { means: 'Folder of the embedded database' }),
  DATABASE_URL: databaseUrl.optional().register(facts, {
    means: 'A PostgreSQL instead, `postgres://…`',
    otherwise: 'none: embedded',
    secret: true,
    unguessable: 8,
  }),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10).register(facts, {
    means: 'Connections to it for sales and commands, and as many for the work of the server itself',
  }),
  OFFICE_DATABASE_URL: databaseUrl.optional().register(facts, {
    means: 'A [replica](operations.md#two-ways-in) of it, for what offices read',
    otherwise: '`DATABASE_URL`',
    secret: true,
    unguessable: 8,
  }),
  OFFICE_POOL_SIZE: wholeNumber(1, 1000).default(6).register(facts, { means: 'Connections for what offices read' }),
  WORKER: oneOf(['on', 'off']).default('on').register(facts, {
    means: '`off`: this process only answers requests; one process at least must have a worker',
  }),

  PRICE_CEILING_FACTOR: wholeNumber(1, 1000).default(5).register(facts, {
    means: 'A unit price above this multiple of the reference price is refused',
  }),
  CONSULTATION_MONTHS: wholeNumber(24, 1200).default(24).register(facts, {
    means: 'Months for which it is kept who saw whose data, 24 at least',
  }),
  AUDIT_MONTHS: wholeNumber(24, 1200).default(120).register(facts, {
    means: 'Months for which the audit is kept, 24 at least',
  }),
  PATIENT_MONTHS: wholeNumber(24, 1200).optional().register(facts, {
    means:
      'Months after the last voucher, or the last change where there was none, until a patient is anonymous, 24 at least',
    otherwise: 'never',
  }),
  IDEMPOTENCY_HOURS: wholeNumber(1, 720).default(24).register(facts, {
    means: 'Hours for which the answer to a command of a till is kept for its repetition',
  }),
  PIN_PEPPER: secret(16).default(DEFAULT_SECRETS.PIN_PEPPER).register(facts, {
    means: 'Secret mixed into PINs before hashing, at least 16 characters',
    otherwise: 'demonstration',
    secret: true,
    unguessable: 12,
  }),
  PIN_PEPPER_FORMER: secret(16).optional().register(facts, {
    means: 'The former one, while it is being replaced: PINs hashed with it are still right',
    secret: true,
    unguessable: 12,
  }),
  PIN_USER_FAILURES_PER_HOUR: wholeNumber(1, 1_000_000).default(20).register(facts, {
    means: 'Wrong PINs and codes of one user in an hour, over all patients',
  }),

  LOOKUPS_PER_HOUR: wholeNumber(1, 1_000_000).default(100).register(facts, {
    means: 'Different patients whom a user of a shop may look up in an hour',
  }),
  LOOKUPS_PER_DAY: wholeNumber(1, 1_000_000).default(400).register(facts, { means: 'The same in a day' }),
  TILL_LOOKUPS_PER_HOUR: wholeNumber(1, 1_000_000).default(400).register(facts, {
    means: 'Different patients whom a till may look up in an hour',
  }),
  TILL_LOOKUPS_PER_DAY: wholeNumber(1, 1_000_000).default(2000).register(facts, { means: 'The same in a day' }),

  TOKEN_SECRET: secret(32).default(DEFAULT_SECRETS.TOKEN_SECRET).register(facts, {
    means: 'Secret that signs access tokens, at least 32 characters',
    otherwise: 'demonstration',
    secret: true,
    unguessable: 20,
  }),
  TOKEN_SECRET_FORMER: formerSecrets(32).optional().register(facts, {
    means: 'The former ones, the newest first, separated by blanks: what they signed and keep is still good',
    secret: true,
    unguessable: 20,
  }),
  IDLE_SECONDS: wholeNumber(0, 86_400).default(1800).register(facts, {
    means: 'After so long without a call a session ends; `0` for never',
  }),
  // It may be weaker, because every browser receives it.
  CLIENT_PASSWORD: text.default(DEFAULT_SECRETS.CLIENT_PASSWORD).register(facts, {
    means: 'Password of the two sign-on calls. Every browser receives it',
    otherwise: 'demonstration',
    secret: true,
    unguessable: 8,
  }),

  SAML_SP_PRIVATE_KEY: pemOf('private keys', (part) => createPrivateKey(part))
    .optional()
    .register(facts, {
      means: 'Our key, PEM. It signs requests. The former key may follow it, for what was encrypted with that',
      secret: true,
    }),
  SAML_SP_CERTIFICATE: certificates.optional().register(facts, {
    means: 'Its certificate, in our metadata, PEM; certificates of keys to come may follow',
    secret: true,
  }),
  SAML_IDP_URL: httpUrl.optional().register(facts, {
    means: 'Sign-on address of the identity provider (HTTP-POST)',
    otherwise: 'none: demonstration',
    address: true,
  }),
  SAML_IDP_ENTITY_ID: text.optional().register(facts, { means: 'Its entity id; checked where set' }),
  SAML_IDP_CERTIFICATE: certificates.optional().register(facts, {
    means: 'Certificate of its signatures, PEM; the next one may follow',
    secret: true,
  }),
  SAML_IDP_LOGOUT_URL: httpUrl.optional().register(facts, {
    means: 'Its single logout (HTTP-Redirect), to which a sign-out leads',
    address: true,
  }),
  SAML_USER_ATTRIBUTE: text.trim().optional().register(facts, {
    means: 'Attribute that names the user, by name, friendly name or OID: `fiscalNumber`',
    otherwise: 'none: the NameID',
  }),
  SAML_USER_PREFIX: text.trim().default('').register(facts, {
    means: 'What stands before the user name there, and is cut off: `TINIT-`',
  }),
  SAML_AUTHN_CONTEXT: contexts.default({ comparison: 'exact', uris: [] }).register(facts, {
    means:
      'URIs of the requested contexts. Before them may stand `minimum`, `maximum` or `better`: ' +
      '`minimum https://www.spid.gov.it/SpidL2`',
    otherwise: "none: the provider's choice",
  }),
  SAML_ATTRIBUTE_SET: wholeNumber(0, 65_535).optional().register(facts, {
    means: 'Number of the set of attributes to ask for, which our metadata then declare with `SAML_USER_ATTRIBUTE`',
  }),
  SAML_CLOCK_SKEW_SECONDS: wholeNumber(0, 600).default(180).register(facts, {
    means: "How far the provider's clock may be off",
  }),
  SAML_IDP_ORIGINS: origins.default([]).register(facts, {
    means:
      'Further origins over which its sign-on address leads the posted form, separated by commas: ' +
      '`https://login.example.org`, `https://*.example.org`',
    address: true,
  }),
  SAML_SIGNED: oneOf(['both', 'response', 'assertion']).default('both').register(facts, {
    means: 'What must be signed: `both`, or at least the `response`, or the `assertion`',
  }),
  SAML_FORCE_AUTHN: yesNo.default(false).register(facts, {
    means: 'Whether it must ask who it is at every sign-on: `true` where tills are shared',
  }),
  LOGOUT_URL: httpUrl.optional().register(facts, {
    means: 'Page to which a sign-out leads, where the provider has one in place of a single logout',
    address: true,
  }),

  ESB_URL: address((value) => httpProblem(value)?.replace(/password$/, 'password: use ESB_TOKEN'))
    .optional()
    .register(facts, {
      means: 'Address of the enterprise service bus, to which AMC orders are delivered',
      otherwise: 'none: built-in stand-in',
      address: true,
    }),
  ESB_TOKEN: text
    .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
    .optional()
    .register(facts, {
      means: 'Bearer token for it',
      secret: true,
    }),

  SUPPORT_EMAIL: z.email('must be an e-mail address').default(DEFAULT_SUPPORT_EMAIL).register(facts, {
    means: 'Mailbox on the support page and in the footer',
  }),
  SECURITY_CONTACT: text
    .regex(
      /^(mailto:[^\s@:]+@[^\s@:]+|https:\/\/[^\s/]+\S*)$/,
      'must be an address that begins with mailto: or https://',
    )
    .optional()
    .register(facts, {
      means: 'Where people report a weakness, `mailto:…` or `https://…`, for `/.well-known/security.txt`',
    }),
  OPEN_DATA_PUBLISHER: text.default('Servizio sanitario regionale').register(facts, {
    means: 'Name of who publishes the [open data](operations.md#open-data)',
  }),
  OPEN_DATA_PUBLISHER_CODE: text.default(DEFAULT_PUBLISHER_CODE).register(facts, {
    means: 'Its code in the index of public administrations (IPA)',
  }),
  OPEN_DATA_LICENCE: httpUrl.default('https://creativecommons.org/licenses/by/4.0/').register(facts, {
    means: 'Address of their licence',
  }),
  GOOGLE_MAPS_API_KEY: text.default('').register(facts, { means: 'Key of the maps script for the store locator' }),
  MAP_TILES_URL: tilesUrl.default('').register(facts, {
    means: 'Address of map tiles, `https://…/{z}/{x}/{y}.png`, for the store locator without that key',
    address: true,
  }),
  MAP_TILES_ATTRIBUTION: text.default('').register(facts, {
    means: 'Who made the tiles, as their licence wants it said',
  }),
  REGIONAL_HEALTH_SITE_URL: httpUrl.optional().register(facts, {
    means: 'Regional health site, for the link on the support page',
    address: true,
  }),
  PRIVACY_URL: httpUrl.optional().register(facts, {
    means: "Privacy notice, where it is not the portal's own page",
    address: true,
  }),
  LEGAL_NOTES_URL: httpUrl.optional().register(facts, {
    means: "Legal notes, where they are not the portal's own page",
    address: true,
  }),
  ACCESSIBILITY_URL: httpUrl.optional().register(facts, {
    means: "Accessibility statement, where it is not the portal's own page",
    address: true,
  }),
});
type Name = keyof typeof variables.shape;
type Values = z.output<typeof variables>;

const NAMES = Object.keys(variables.shape) as Name[];

function factsOf(name: Name): Facts {
  return facts.get(variables.shape[name]) ?? { means: '' };
}

/** What the documents say of each variable: name, default and meaning. */
export function describeVariables(): readonly (readonly [name: string, otherwise: string, means: string])[] {
  return NAMES.map((name) => {
    const { otherwise, means, secret: isSecret = false } = factsOf(name);
    const standard: unknown = variables.shape[name].safeParse(undefined).data;
    const isPlain = typeof standard === 'number' || typeof standard === 'boolean' || typeof standard === 'string';
    return [
      isSecret ? `\`${name}\` (\`_FILE\`)` : `\`${name}\``,
      otherwise ?? (isPlain && standard !== '' ? `\`${standard}\`` : 'none'),
      means,
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
  const known = NAMES.find((one) => one === name);
  return known === undefined || (factsOf(known).secret === true && !known.endsWith('DATABASE_URL'));
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
function readSecretFiles(given: Given, names = NAMES): { readonly read: Given; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const read: Record<string, string | undefined> = { ...given };
  for (const name of names.filter((one) => factsOf(one).secret)) {
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

/** Whether others can read the traffic to a URL, or to one of several. */
function isOpen(addresses: string): boolean {
  return addresses.split(/[\s,]+/).some((one) => {
    if (!URL.canParse(one)) return false;
    const { protocol, hostname } = new URL(one);
    return protocol === 'http:' && !isLoopback(hostname);
  });
}

/** The percent-decoded text; the text itself when it is not decodable. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The password in a database URL; empty when it comes from elsewhere, for example a file. */
function databasePassword(given: string): string {
  const url = readDatabaseUrl(given) ?? '';
  if (!URL.canParse(url)) return '';
  const { password, searchParams } = new URL(url);
  return searchParams.get('password') ?? decoded(password);
}

function secretProblems(name: Name, given: Given): string[] {
  const needed = factsOf(name).unguessable;
  if (needed === undefined) return [];
  const standard = (DEFAULT_SECRETS as Given)[name];
  const value = given[name] ?? standard ?? '';
  if (value === standard) return [`${name}: must be set to a secret of its own when NODE_ENV is production`];
  const isDatabase = name.endsWith('DATABASE_URL');
  const guarded = isDatabase ? databasePassword(value) : value;
  if (guarded === '' || !isGuessable(guarded, needed)) return [];
  const what = isDatabase ? 'its password can be guessed' : 'can be guessed';
  return [`${name}: ${what}: take a random one, as of openssl rand -base64 33`];
}

/** What must be set in production, and why. */
const NEEDED_IN_PRODUCTION = {
  DATABASE_URL: ': the embedded database (PGlite) never syncs to the disk, and is for trying and for demonstrations',
  PUBLIC_URL: ', for the sign-on leads back to it',
  SAML_IDP_URL: ', which has no demonstration sign-on',
} as const;

/** What production refuses (rules §8). */
function productionProblems(given: Given): string[] {
  if (given.NODE_ENV !== 'production') return [];
  return [
    ...NAMES.flatMap((name) => secretProblems(name, given)),
    ...NAMES.filter((name) => factsOf(name).address && isOpen(given[name] ?? '')).map(
      (name) => `${name}: must begin with https:// when NODE_ENV is production`,
    ),
    ...Object.entries(NEEDED_IN_PRODUCTION).flatMap(([name, why]) =>
      given[name] === undefined ? [`${name}: must be set when NODE_ENV is production${why}`] : [],
    ),
  ];
}

/** The demonstration sign-on needs no password, so it must not be reachable from the network (rules §8). */
function demonstrationProblems(given: Given): string[] {
  const isReachable = given.HOST !== undefined && !isLoopback(given.HOST);
  if (!isReachable || given.SAML_IDP_URL !== undefined || given.NODE_ENV === 'production') return [];
  return ['HOST: must be localhost, for the demonstration sign-on lets in whoever reaches it, without a password'];
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
] as const;

function togetherProblems(given: Given): string[] {
  const alone = TOGETHER.filter(([one, other]) => given[one] !== undefined && given[other] === undefined);
  return [
    ...alone.map(([one, other]) => `${other}: must be set when ${one} is`),
    ...(given.SAML_IDP_LOGOUT_URL !== undefined && given.LOGOUT_URL !== undefined
      ? ['LOGOUT_URL: must not be set when SAML_IDP_LOGOUT_URL is: the browser can go to one of them only']
      : []),
  ];
}

/** The limits in ms of PostgreSQL for a statement, for the wait for a lock, and for an idle transaction. */
const SALE_LIMITS = { statement: 12_000, lock: 10_000, idleTransaction: 12_000 } as const;
const LONG_LIMITS = { statement: 60_000, lock: 10_000, idleTransaction: 60_000 } as const;

/** The connections to an address without the limit of a statement that it may set, which goes before ours. */
function poolOf(address: string, poolSize: number, limits?: TimeLimits): PoolSettings {
  const given = statementTimeoutOf(address);
  if (given === undefined) return { url: address, poolSize, ...(limits && { limits }) };
  const url = address.replace(new RegExp(`([?&])${STATEMENT_TIMEOUT}=\\d+&?`), '$1').replace(/[?&]$/, '');
  return { url, poolSize, ...(limits && { limits: { ...limits, statement: Number(given) } }) };
}

function locationOf(
  { DATABASE_URL: url, DATA_DIR: folder }: Pick<Values, 'DATABASE_URL' | 'DATA_DIR'>,
  poolSize: number,
): DatabaseLocation {
  return url === undefined
    ? { kind: 'pglite', folder: resolve(folder, 'database') }
    : { kind: 'postgres', ...poolOf(url, poolSize) };
}

/** The database of the server, whose statements have limits: short ones for what a customer waits for. */
function databaseOfServer(values: Values): DatabaseLocation {
  const {
    DATABASE_URL: url,
    OFFICE_DATABASE_URL: replica,
    DATABASE_POOL_SIZE: size,
    OFFICE_POOL_SIZE: ofOffice,
  } = values;
  if (url === undefined) return locationOf(values, size);
  const office = { ...poolOf(replica ?? url, ofOffice, LONG_LIMITS), isReadOnly: true };
  return {
    kind: 'postgres',
    ...poolOf(url, size, SALE_LIMITS),
    others: { office, primary: poolOf(url, size, LONG_LIMITS) },
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
    formOrigins: values.SAML_IDP_ORIGINS,
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
      supportEmail: values.SUPPORT_EMAIL,
      /** Where the portal finds the files of open data. */
      openDataUrl: '/api/v1/extra/open-data',
      /** For how many months the privacy page says that records and names are kept. */
      consultationMonths: String(values.CONSULTATION_MONTHS),
      auditMonths: String(values.AUDIT_MONTHS),
      patientMonths: values.PATIENT_MONTHS === undefined ? undefined : String(values.PATIENT_MONTHS),
      googleMapsApiKey: values.GOOGLE_MAPS_API_KEY,
      mapTilesUrl: values.MAP_TILES_URL,
      /** The attribution that the licence of the map tiles requires; plain text. */
      mapTilesAttribution: values.MAP_TILES_ATTRIBUTION,
      /** The regional health site for the support page; without it the page has no link. */
      regionalHealthSiteUrl: values.REGIONAL_HEALTH_SITE_URL,
      /** The URLs of the legal pages in the footer. For a missing one the footer links to the portal's own page. */
      legalLinks: {
        privacy: values.PRIVACY_URL,
        legalNotes: values.LEGAL_NOTES_URL,
        accessibility: values.ACCESSIBILITY_URL,
      },
    },
  };
}

export type Settings = ReturnType<typeof settingsOf>;
export type SignOnSettings = Settings['signOn'];
export type SamlSettings = SignOnSettings['saml'];

function problemsIn(error: z.ZodError | undefined): string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

/**
 * Where the data are, for a command: it needs no other settings, and has no limits of time.
 * @throws SettingsError
 */
export function readDatabaseLocation(env: Given, poolSize: number): DatabaseLocation {
  const { read, problems: ofFiles } = readSecretFiles(givenOf(env), ['DATABASE_URL']);
  const parsed = variables.pick({ DATABASE_URL: true, DATA_DIR: true }).safeParse(read);
  const problems = [...ofFiles, ...problemsIn(parsed.error)];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  return locationOf(parsed.data, poolSize);
}

/**
 * After how many months a patient is made anonymous, for the command that does it; undefined for never.
 * @throws SettingsError
 */
export function readPatientMonths(env: Given): number | undefined {
  const parsed = variables.pick({ PATIENT_MONTHS: true }).safeParse(givenOf(env));
  if (!parsed.success) throw new SettingsError(problemsIn(parsed.error));
  return parsed.data.PATIENT_MONTHS;
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws SettingsError with every wrong setting; secrets are not repeated
 */
export function readSettings(env: Given): Settings {
  const { read, problems: ofFiles } = readSecretFiles(givenOf(env));
  const parsed = variables.safeParse(read);
  const problems = [
    ...ofFiles,
    ...problemsIn(parsed.error),
    ...productionProblems(read),
    ...demonstrationProblems(read),
    ...togetherProblems(read),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  return settingsOf(parsed.data);
}

/** Whether others can read the traffic to PostgreSQL, or pretend to be it. */
function isUnprotected(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  return hostname !== '' && !isLoopback(hostname) && searchParams.get('sslmode') !== 'verify-full';
}

/** The settings with which a production server should not run for long, as texts for the log; else empty. */
export function doubtfulSettings({ isProduction, database, esb, openData, portal }: Settings): readonly string[] {
  if (!isProduction) return [];
  const databases = database.kind === 'postgres' ? [database.url, database.others?.office.url ?? ''] : [];
  return [
    ...(esb.target.kind === 'loopback'
      ? ['AMC orders are accepted by a built-in stand-in and go nowhere: set ESB_URL']
      : []),
    ...(portal.supportEmail === DEFAULT_SUPPORT_EMAIL
      ? ['the portal tells everybody to write to a mailbox that does not exist: set SUPPORT_EMAIL']
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
