import { resolve } from 'node:path';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import type { RuleSettings, TokenSettings } from '#server/domain/context.ts';
import type { DocumentLimits } from '#server/http/document-slots.ts';
import type { HashingSettings } from '#server/domain/pin/hash-queue.ts';
import { DEFAULT_SECRETS, type Environment, environment } from './environment.ts';
import { isGuessable } from './guessable.ts';

/** Sign-on by SAML (§7): this server as service provider, and its identity provider. */
export interface SignOnSettings {
  /** The public URL of this server, without a slash at its end. */
  readonly publicUrl: string;
  /** The URL of the portal, to which the browser returns, without a slash at its end. */
  readonly portalUrl: string;
  /** The basic authentication of the two sign-on calls. */
  readonly client: { readonly id: string; readonly username: string; readonly password: string };
  /** The longest duration of a sign-on in seconds. */
  readonly signOnSeconds: number;
  readonly serviceProviderId: string;
  /** The demonstration identity provider creates its own keys; an external one has a configured certificate. */
  readonly identityProvider: { readonly kind: 'demonstration' } | ExternalIdentityProvider;
}

/** An identity provider outside this server. Keys and certificates are in PEM. */
export interface ExternalIdentityProvider {
  readonly kind: 'external';
  readonly url: string;
  readonly entityId: string | undefined;
  readonly certificate: string;
  /** The key that signs our requests. */
  readonly privateKey: string;
  /** The certificate of that key, published in our metadata. */
  readonly publicCertificate: string;
}

/** The content of /config.json (design §7) without the sign-on credentials. */
export interface PortalSettings {
  readonly apiBaseUrl: string;
  readonly supportEmail: string;
  readonly googleMapsApiKey: string;
  readonly mapTilesUrl: string;
  /** The attribution that the licence of the map tiles requires; plain text. */
  readonly mapTilesAttribution: string;
  /** The regional health site for the support page; without it the page has no link. */
  readonly regionalHealthSiteUrl: string | undefined;
  /** The URLs of the legal pages in the footer. For a missing one the footer links to the portal's own page. */
  readonly legalLinks: Readonly<Record<'privacy' | 'legalNotes' | 'accessibility', string | undefined>>;
}

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** The addresses of reverse proxies whose `X-Forwarded-…` headers are trusted. */
  readonly trustProxy: readonly string[];
  /** Additional origins that may call the API (rules §8). */
  readonly corsOrigins: readonly string[];
  readonly rateLimits: RateLimits;
  /** The place of metrics and documentation: the main address, another address, or nowhere. */
  readonly operations: 'public' | { readonly host: string; readonly port: number } | undefined;
  /** The maximum numbers of documents under way. */
  readonly documents: DocumentLimits;
}

/** The maximum calls per minute of one session, or of one address for calls without a session. */
export interface RateLimits {
  readonly signOn: number;
  readonly search: number;
  /** Calls that change data. */
  readonly commands: number;
  readonly documents: number;
  /** All other calls. */
  readonly reads: number;
}

/** The shutdown of the process. */
interface ShutdownSettings {
  /** The time in ms in which the server still serves but reports that it is not ready. */
  readonly delayMs: number;
  /** The longest wait in ms for open requests after that. */
  readonly graceMs: number;
}

/** The delivery of AMC orders to the enterprise service bus (rules §7). */
export interface EsbSettings {
  /** The target: a bus over HTTP, or a stand-in inside this server that rejects orders above its limit in euro. */
  readonly target:
    | { readonly kind: 'loopback'; readonly limit: number }
    | { readonly kind: 'http'; readonly url: string; readonly token: string | undefined };
  /** The interval in ms of looking for orders to deliver. */
  readonly intervalMs: number;
  /** The longest wait for a response in ms. */
  readonly timeoutMs: number;
}

export interface Settings {
  /** Whether the server refuses everything that is for demonstration only (rules §8). */
  readonly isProduction: boolean;
  readonly logLevel: string;
  /** Whether to fill an empty database with demonstration data. */
  readonly demoData: boolean;
  readonly http: HttpSettings;
  readonly shutdown: ShutdownSettings;
  readonly database: DatabaseLocation;
  readonly rules: RuleSettings;
  readonly tokens: TokenSettings;
  readonly hashing: HashingSettings;
  readonly signOn: SignOnSettings;
  readonly esb: EsbSettings;
  readonly portal: PortalSettings;
}

/** An error whose message lists all wrong settings, one per line. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(['The settings are wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'SettingsError';
  }
}

type Variables = Record<string, string | undefined>;

/**
 * The number of characters of a secret that must not belong to a word, sequence or repetition. The client password may
 * be weaker, because every browser receives it.
 */
const UNGUESSABLE = {
  TOKEN_SECRET: 20,
  TOKEN_SECRET_FORMER: 20,
  PIN_PEPPER: 12,
  PIN_PEPPER_FORMER: 12,
  CLIENT_PASSWORD: 8,
  DATABASE_URL: 8,
  DATABASE_READ_URL: 8,
} as const;

const ADDRESSES = [
  'PUBLIC_URL',
  'PORTAL_URL',
  'SAML_IDP_URL',
  'ESB_URL',
  'API_BASE_URL',
  'MAP_TILES_URL',
  'REGIONAL_HEALTH_SITE_URL',
  'PRIVACY_URL',
  'LEGAL_NOTES_URL',
  'ACCESSIBILITY_URL',
];

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Whether others can read the traffic to a URL. */
function isOpen(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** The percent-decoded text; the text itself when it is not decodable. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The password in a database URL; empty when it comes from elsewhere, for example a file. */
function databasePassword(address: string): string {
  if (!URL.canParse(address)) return '';
  const { password, searchParams } = new URL(address);
  return searchParams.get('password') ?? decoded(password);
}

function secretProblem([name, needed]: [string, number], variables: Variables): string[] {
  const standard = DEFAULT_SECRETS[name as keyof typeof DEFAULT_SECRETS] as string | undefined;
  const given = variables[name] ?? standard ?? '';
  const isDatabase = name.startsWith('DATABASE_');
  if (given === standard) return [`${name}: must be set to a secret of its own when NODE_ENV is production`];
  const secret = isDatabase ? databasePassword(given) : given;
  if (secret === '' || !isGuessable(secret, needed)) return [];
  const what = isDatabase ? 'its password can be guessed' : 'can be guessed';
  return [`${name}: ${what}: take a random one, as of openssl rand -base64 33`];
}

function productionProblems(variables: Variables): string[] {
  if (variables.NODE_ENV !== 'production') return [];
  const unsafe = Object.entries(UNGUESSABLE).flatMap((secret) => secretProblem(secret, variables));
  const open = ADDRESSES.filter((name) => isOpen(variables[name] ?? ''));
  if ((variables.CORS_ORIGINS ?? '').split(',').some((origin) => isOpen(origin.trim()))) open.push('CORS_ORIGINS');
  unsafe.push(...open.map((name) => `${name}: must begin with https:// when NODE_ENV is production`));
  if (variables.DATABASE_URL === undefined)
    unsafe.push(
      'DATABASE_URL: must be set when NODE_ENV is production: the embedded database (PGlite) never syncs to the disk, ' +
        'and is for trying and for demonstrations',
    );
  if (variables.DEMO_DATA === 'true') unsafe.push('DEMO_DATA: must not be true when NODE_ENV is production');
  if (variables.PUBLIC_URL === undefined)
    unsafe.push('PUBLIC_URL: must be set when NODE_ENV is production, for the sign-on leads back to it');
  if (variables.SAML_IDP_URL === undefined)
    unsafe.push('SAML_IDP_URL: must be set when NODE_ENV is production, which has no demonstration sign-on');
  return unsafe;
}

/** The demonstration sign-on needs no password, so it must not be reachable from the network. */
function demonstrationProblems(variables: Variables): string[] {
  const isReachable = variables.HOST !== undefined && !isLoopback(variables.HOST);
  if (!isReachable || variables.SAML_IDP_URL !== undefined || variables.NODE_ENV === 'production') return [];
  if (variables.DEMO_SIGN_ON_OPEN_TO_NETWORK === 'true') return [];
  return [
    'HOST: must be localhost, for the demonstration sign-on lets in whoever reaches it, without a password; ' +
      'DEMO_SIGN_ON_OPEN_TO_NETWORK=true lets in the whole network',
  ];
}

/** Pairs of settings: the first needs the second. */
const TOGETHER = [
  ['SAML_IDP_URL', 'SAML_IDP_CERTIFICATE'],
  ['SAML_IDP_URL', 'SAML_SP_PRIVATE_KEY'],
  ['SAML_IDP_URL', 'SAML_SP_CERTIFICATE'],
  ['SAML_IDP_CERTIFICATE', 'SAML_IDP_URL'],
  ['ESB_TOKEN', 'ESB_URL'],
  ['DATABASE_READ_URL', 'DATABASE_URL'],
] as const;

function togetherProblems(variables: Variables): string[] {
  return TOGETHER.filter(([given, needed]) => variables[given] !== undefined && variables[needed] === undefined).map(
    ([given, needed]) => `${needed}: must be set when ${given} is`,
  );
}

function databaseSettings(env: Environment): DatabaseLocation {
  if (env.DATABASE_URL !== undefined)
    return {
      kind: 'postgres',
      url: env.DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      limits: {
        statement: env.DATABASE_QUERY_SECONDS * 1000,
        lock: env.DATABASE_LOCK_SECONDS * 1000,
        idleTransaction: env.DATABASE_IDLE_SECONDS * 1000,
      },
      ...(env.DATABASE_READ_URL !== undefined && {
        replica: { url: env.DATABASE_READ_URL, longestLagMs: env.DATABASE_READ_LAG_SECONDS * 1000 },
      }),
    };
  return { kind: 'pglite', folder: resolve(env.DATA_DIR, 'database') };
}

function identityProvider(env: Environment): SignOnSettings['identityProvider'] {
  const { SAML_IDP_URL: url, SAML_IDP_CERTIFICATE: certificate } = env;
  const { SAML_SP_PRIVATE_KEY: privateKey, SAML_SP_CERTIFICATE: publicCertificate } = env;
  if (url === undefined || certificate === undefined) return { kind: 'demonstration' };
  if (privateKey === undefined || publicCertificate === undefined) return { kind: 'demonstration' };
  return { kind: 'external', url, entityId: env.SAML_IDP_ENTITY_ID, certificate, privateKey, publicCertificate };
}

function rateLimits(env: Environment): RateLimits {
  const all = env.RATE_LIMIT_PER_MINUTE;
  return {
    signOn: env.RATE_LIMIT_SIGN_ON ?? all ?? 600,
    search: env.RATE_LIMIT_SEARCH ?? all ?? 240,
    commands: env.RATE_LIMIT_COMMANDS ?? all ?? 600,
    documents: env.RATE_LIMIT_DOCUMENTS ?? all ?? 60,
    reads: env.RATE_LIMIT_READS ?? all ?? 1200,
  };
}

function operations(env: Environment, isProduction: boolean): HttpSettings['operations'] {
  const port = env.OPERATIONS_PORT ?? (isProduction ? undefined : env.PORT);
  if (port === undefined) return undefined;
  return port === env.PORT ? 'public' : { host: env.OPERATIONS_HOST, port };
}

function signOnSettings(env: Environment): SignOnSettings {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    publicUrl,
    portalUrl: env.PORTAL_URL ?? publicUrl,
    client: { id: env.CLIENT_ID, username: env.CLIENT_USERNAME, password: env.CLIENT_PASSWORD },
    signOnSeconds: env.SIGN_ON_SECONDS,
    serviceProviderId: env.SAML_SP_ENTITY_ID ?? `${publicUrl}/sign-on`,
    identityProvider: identityProvider(env),
  };
}

function esbSettings(env: Environment): EsbSettings {
  return {
    target:
      env.ESB_URL === undefined
        ? { kind: 'loopback', limit: env.ESB_LOOPBACK_LIMIT }
        : { kind: 'http', url: env.ESB_URL, token: env.ESB_TOKEN },
    intervalMs: env.ESB_INTERVAL_SECONDS * 1000,
    timeoutMs: env.ESB_TIMEOUT_SECONDS * 1000,
  };
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws SettingsError with every wrong setting; secrets are not repeated
 */
export function readSettings(env: Variables): Settings {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const parsed = environment.safeParse(variables);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...productionProblems(variables),
    ...demonstrationProblems(variables),
    ...togetherProblems(variables),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  return {
    isProduction,
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    demoData: settings.DEMO_DATA ?? !isProduction,
    http: {
      host: settings.HOST,
      port: settings.PORT,
      trustProxy: settings.TRUST_PROXY,
      corsOrigins: settings.CORS_ORIGINS,
      rateLimits: rateLimits(settings),
      operations: operations(settings, isProduction),
      documents: { perUser: settings.DOCUMENTS_PER_USER, perProcess: settings.DOCUMENTS_PER_PROCESS },
    },
    shutdown: {
      delayMs: (settings.SHUTDOWN_DELAY_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
      graceMs: settings.SHUTDOWN_GRACE_SECONDS * 1000,
    },
    database: databaseSettings(settings),
    rules: {
      priceCeilingFactor: settings.PRICE_CEILING_FACTOR,
      cancellationDays: settings.CANCELLATION_DAYS,
      longestBillDays: settings.LONGEST_BILL_DAYS,
      recordMonths: settings.RECORD_MONTHS,
      pin: {
        pepper: settings.PIN_PEPPER,
        formerPepper: settings.PIN_PEPPER_FORMER,
        lockMinutes: settings.PIN_LOCK_MINUTES,
        userFailuresPerHour: settings.PIN_USER_FAILURES_PER_HOUR,
        alarmPerHour: settings.PIN_ALARM_PER_HOUR,
      },
    },
    hashing: { threads: settings.PIN_HASH_THREADS, places: settings.PIN_HASH_PLACES },
    tokens: {
      secret: settings.TOKEN_SECRET,
      formerSecret: settings.TOKEN_SECRET_FORMER,
      accessTokenSeconds: settings.ACCESS_TOKEN_SECONDS,
      idleSeconds: settings.IDLE_SECONDS,
      refreshTokenSeconds: settings.REFRESH_TOKEN_SECONDS,
      sessionSeconds: settings.SESSION_SECONDS,
      refreshGraceSeconds: settings.REFRESH_GRACE_SECONDS,
    },
    signOn: signOnSettings(settings),
    esb: esbSettings(settings),
    portal: {
      apiBaseUrl: settings.API_BASE_URL,
      supportEmail: settings.SUPPORT_EMAIL,
      googleMapsApiKey: settings.GOOGLE_MAPS_API_KEY,
      mapTilesUrl: settings.MAP_TILES_URL,
      mapTilesAttribution: settings.MAP_TILES_ATTRIBUTION,
      regionalHealthSiteUrl: settings.REGIONAL_HEALTH_SITE_URL,
      legalLinks: {
        privacy: settings.PRIVACY_URL,
        legalNotes: settings.LEGAL_NOTES_URL,
        accessibility: settings.ACCESSIBILITY_URL,
      },
    },
  };
}
