import { isIP } from 'node:net';
import * as z from 'zod';

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

const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with http:// or https://',
});

function namesNobody(address: string): boolean {
  return !/^https?:\/\/[^/?#]*@/i.test(address);
}

/** An origin or a URL, without a slash at its end. */
const baseUrl = httpUrl.transform((value) => value.replace(/\/+$/, ''));

const origins = text.transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => URL.canParse(part) && new URL(part).origin === part)) return parts;
  context.addIssue('must be origins such as https://portal.example.org, separated by commas');
  return z.NEVER;
});

/** URIs separated by commas or blanks. */
const uris = text.transform((value, context) => {
  const parts = value.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.every((part) => URL.canParse(part))) return parts;
  context.addIssue('must be URIs such as https://www.spid.gov.it/SpidL2, separated by commas');
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

const proxies = text.transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every(isAddressRange)) return parts;
  context.addIssue(
    `must be addresses or ranges such as 10.0.0.0/8, or ${NAMED_RANGES.join(', ')}, separated by commas`,
  );
  return z.NEVER;
});

function secret(minLength: number) {
  return text.min(minLength, `must have at least ${minLength} characters`);
}

const durations = text.transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => /^[1-9]\d{0,5}$/.test(part))) return parts.map(Number);
  context.addIssue('must be whole numbers such as 15,60,1440, separated by commas');
  return z.NEVER;
});

const databaseUrl = text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

/** A key or certificate in PEM. In a one-line variable `\n` may replace a line break. */
const pem = text
  .transform((value) => value.replaceAll('\\n', '\n').trim())
  .refine((value) => /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(value), 'must be in PEM');

const perMinute = wholeNumber(1, 1_000_000).optional();

/** Demonstration values, which NODE_ENV=production refuses (rules §8). */
export const DEFAULT_SECRETS = {
  TOKEN_SECRET: 'demonstration-token-secret-0123456789',
  PIN_PEPPER: 'demonstration-pepper',
  CLIENT_PASSWORD: 'demonstration-client',
} as const;

/** The support address of a demonstration, which nobody reads. */
export const DEFAULT_SUPPORT_EMAIL = 'assistenza@buoni.example.org';

/** Every environment variable that the server reads. An empty variable counts as not set. */
export const environment = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  HOST: text.default('localhost'),
  PORT: wholeNumber(1, 65_535).default(3000),
  OPERATIONS_HOST: text.default('localhost'),
  OPERATIONS_PORT: wholeNumber(1, 65_535).optional(),
  PUBLIC_URL: baseUrl.optional(),
  PORTAL_URL: baseUrl.optional(),
  TRUST_PROXY: proxies.default([]),
  CORS_ORIGINS: origins.default([]),
  RATE_LIMIT_PER_MINUTE: perMinute,
  RATE_LIMIT_SIGN_ON: perMinute,
  RATE_LIMIT_SEARCH: perMinute,
  RATE_LIMIT_HISTORIES: perMinute,
  RATE_LIMIT_COMMANDS: perMinute,
  RATE_LIMIT_DOCUMENTS: perMinute,
  RATE_LIMIT_READS: perMinute,
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).optional(),
  SHUTDOWN_GRACE_SECONDS: wholeNumber(1, 3600).default(20),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),

  DATA_DIR: text.default('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_QUERY_SECONDS: wholeNumber(1, 3600).default(60),
  DATABASE_LOCK_SECONDS: wholeNumber(1, 3600).default(10),
  DATABASE_IDLE_SECONDS: wholeNumber(1, 3600).default(60),
  WORKER: oneOf(['on', 'off']).default('on'),
  DEMO_DATA: yesNo.optional(),

  PRICE_CEILING_FACTOR: wholeNumber(1, 1000).default(5),
  CANCELLATION_DAYS: wholeNumber(0, 365).default(5),
  LONGEST_BILL_DAYS: wholeNumber(31, 36_600).default(366),
  DOCUMENTS_PER_USER: wholeNumber(1, 100).default(1),
  DOCUMENTS_PER_PROCESS: wholeNumber(1, 1000).default(4),
  RECORD_MONTHS: wholeNumber(24, 1200).optional(),
  PIN_PEPPER: secret(16).default(DEFAULT_SECRETS.PIN_PEPPER),
  PIN_PEPPER_FORMER: secret(16).optional(),
  PIN_LOCK_MINUTES: durations.default([15, 60, 1440]),
  PIN_USER_FAILURES_PER_HOUR: wholeNumber(1, 1_000_000).default(20),
  PIN_ALARM_PER_HOUR: wholeNumber(1, 1_000_000).default(20),
  PIN_HASH_THREADS: wholeNumber(1, 64).default(2),
  PIN_HASH_PLACES: wholeNumber(1, 10_000).default(400),

  TOKEN_SECRET: secret(32).default(DEFAULT_SECRETS.TOKEN_SECRET),
  TOKEN_SECRET_FORMER: secret(32).optional(),
  ACCESS_TOKEN_SECONDS: wholeNumber(10, 86_400).default(600),
  REFRESH_TOKEN_SECONDS: wholeNumber(60, 2_592_000).default(43_200),
  IDLE_SECONDS: wholeNumber(0, 86_400).default(1800),
  SESSION_SECONDS: wholeNumber(60, 2_592_000).default(43_200),
  REFRESH_GRACE_SECONDS: wholeNumber(0, 600).default(60),

  CLIENT_ID: text.default('food-voucher-portal'),
  CLIENT_USERNAME: text.default('portal'),
  CLIENT_PASSWORD: text.default(DEFAULT_SECRETS.CLIENT_PASSWORD),
  DEMO_SIGN_ON_OPEN_TO_NETWORK: yesNo.optional(),
  SIGN_ON_SECONDS: wholeNumber(30, 3600).default(600),
  SAML_SP_ENTITY_ID: text.optional(),
  SAML_SP_PRIVATE_KEY: pem.optional(),
  SAML_SP_PRIVATE_KEY_FORMER: pem.optional(),
  SAML_SP_CERTIFICATE: pem.optional(),
  SAML_IDP_URL: httpUrl.optional(),
  SAML_IDP_ENTITY_ID: text.optional(),
  SAML_IDP_CERTIFICATE: pem.optional(),
  SAML_IDP_LOGOUT_URL: httpUrl.optional(),
  SAML_USER_ATTRIBUTE: text.trim().optional(),
  SAML_USER_PREFIX: text.trim().default(''),
  SAML_NAME_ID_FORMAT: oneOf(['unspecified', 'transient', 'persistent', 'emailAddress', 'none']).optional(),
  SAML_AUTHN_CONTEXT: uris.default([]),
  SAML_AUTHN_COMPARISON: oneOf(['exact', 'minimum', 'maximum', 'better']).default('exact'),
  SAML_ATTRIBUTE_SET: wholeNumber(0, 65_535).optional(),
  SAML_SIGNED: oneOf(['both', 'response', 'assertion']).default('both'),
  SAML_CLOCK_SKEW_SECONDS: wholeNumber(0, 300).default(30),
  SAML_FORCE_AUTHN: yesNo.default(false),
  LOGOUT_URL: httpUrl.optional(),

  ESB_URL: httpUrl.refine(namesNobody, 'must not hold a user name or password: use ESB_TOKEN').optional(),
  ESB_TOKEN: text.regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces').optional(),
  ESB_INTERVAL_SECONDS: wholeNumber(1, 3600).default(2),
  ESB_TIMEOUT_SECONDS: wholeNumber(1, 300).default(10),
  ESB_LOOPBACK_LIMIT: wholeNumber(1, 100_000_000).default(250),

  API_BASE_URL: z.union([z.literal(''), baseUrl]).default(''),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default(DEFAULT_SUPPORT_EMAIL),
  GOOGLE_MAPS_API_KEY: text.default(''),
  MAP_TILES_URL: z.union([z.literal(''), httpUrl]).default(''),
  MAP_TILES_ATTRIBUTION: text.default(''),
  REGIONAL_HEALTH_SITE_URL: httpUrl.optional(),
  PRIVACY_URL: httpUrl.optional(),
  LEGAL_NOTES_URL: httpUrl.optional(),
  ACCESSIBILITY_URL: httpUrl.optional(),
});
export type Environment = z.output<typeof environment>;
