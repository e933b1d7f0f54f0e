import { resolve } from 'node:path';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { environment, type Environment } from './environment.ts';
import type { EsbSettings, HttpSettings, RateLimits, SamlSettings, Settings, SignOnSettings } from './types.ts';
import { demonstrationProblems, productionProblems, type Variables } from './checks.ts';

/** An error whose message lists all wrong settings, one per line. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(['The settings are wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'SettingsError';
  }
}

/** Pairs of settings: the first needs the second. */
const TOGETHER = [
  ['SAML_IDP_URL', 'SAML_IDP_CERTIFICATE'],
  ['SAML_IDP_URL', 'SAML_SP_PRIVATE_KEY'],
  ['SAML_IDP_URL', 'SAML_SP_CERTIFICATE'],
  ['SAML_IDP_CERTIFICATE', 'SAML_IDP_URL'],
  ['SAML_IDP_LOGOUT_URL', 'SAML_IDP_URL'],
  ['SAML_SP_PRIVATE_KEY_FORMER', 'SAML_SP_PRIVATE_KEY'],
  ['SAML_AUTHN_COMPARISON', 'SAML_AUTHN_CONTEXT'],
  ['ESB_TOKEN', 'ESB_URL'],
] as const;

function togetherProblems(variables: Variables): string[] {
  return TOGETHER.filter(([given, needed]) => variables[given] !== undefined && variables[needed] === undefined).map(
    ([given, needed]) => `${needed}: must be set when ${given} is`,
  );
}

/** Settings of the sign-on of which one makes the other useless. */
function signOnProblems(variables: Variables): string[] {
  const isTransient = variables.SAML_NAME_ID_FORMAT === 'transient' && variables.SAML_USER_ATTRIBUTE === undefined;
  return [
    ...(isTransient
      ? ['SAML_USER_ATTRIBUTE: must be set when SAML_NAME_ID_FORMAT is transient: such a NameID names nobody']
      : []),
    ...(variables.SAML_IDP_LOGOUT_URL !== undefined && variables.LOGOUT_URL !== undefined
      ? ['LOGOUT_URL: must not be set when SAML_IDP_LOGOUT_URL is: the browser can go to one of them only']
      : []),
  ];
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
    };
  return { kind: 'pglite', folder: resolve(env.DATA_DIR, 'database') };
}

function identityProvider(env: Environment): SignOnSettings['identityProvider'] {
  const { SAML_IDP_URL: url, SAML_IDP_CERTIFICATE: certificate } = env;
  const { SAML_SP_PRIVATE_KEY: privateKey, SAML_SP_CERTIFICATE: publicCertificate } = env;
  if (url === undefined || certificate === undefined) return { kind: 'demonstration' };
  if (privateKey === undefined || publicCertificate === undefined) return { kind: 'demonstration' };
  return {
    kind: 'external',
    url,
    entityId: env.SAML_IDP_ENTITY_ID,
    certificate,
    privateKey,
    formerPrivateKey: env.SAML_SP_PRIVATE_KEY_FORMER,
    publicCertificate,
    logoutUrl: env.SAML_IDP_LOGOUT_URL,
  };
}

/** The formats of a NameID (SAML 2.0 core, 8.3); null requests none. */
const NAME_ID_FORMATS = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  none: null,
} as const;

function samlSettings(env: Environment): SamlSettings {
  const userAttribute = env.SAML_USER_ATTRIBUTE;
  return {
    userAttribute,
    userPrefix: env.SAML_USER_PREFIX,
    nameIdFormat:
      NAME_ID_FORMATS[env.SAML_NAME_ID_FORMAT ?? (userAttribute === undefined ? 'unspecified' : 'transient')],
    contexts: env.SAML_AUTHN_CONTEXT,
    comparison: env.SAML_AUTHN_COMPARISON,
    attributeSet: env.SAML_ATTRIBUTE_SET,
    signed: env.SAML_SIGNED,
    clockSkewMs: env.SAML_CLOCK_SKEW_SECONDS * 1000,
    forceAuthn: env.SAML_FORCE_AUTHN,
  };
}

function rateLimits(env: Environment): RateLimits {
  const all = env.RATE_LIMIT_PER_MINUTE;
  return {
    signOn: env.RATE_LIMIT_SIGN_ON ?? all ?? 600,
    search: env.RATE_LIMIT_SEARCH ?? all ?? 240,
    histories: env.RATE_LIMIT_HISTORIES ?? all ?? 20,
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
    saml: samlSettings(env),
    logoutUrl: env.LOGOUT_URL,
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
    ...signOnProblems(variables),
  ];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  return {
    isProduction,
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    demoData: settings.DEMO_DATA ?? !isProduction,
    hasWorker: settings.WORKER === 'on',
    http: {
      host: settings.HOST,
      port: settings.PORT,
      trustProxy: settings.TRUST_PROXY,
      corsOrigins: settings.CORS_ORIGINS,
      rateLimits: rateLimits(settings),
      operations: operations(settings, isProduction),
      documents: { perClient: settings.DOCUMENTS_PER_USER, perProcess: settings.DOCUMENTS_PER_PROCESS },
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
    hashing: { threads: settings.PIN_HASH_THREADS, slots: settings.PIN_HASH_PLACES },
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
