import { DEFAULT_SECRETS } from './environment.ts';
import { isGuessable } from './guessable.ts';

/** The variables that are set. */
export type Variables = Readonly<Record<string, string | undefined>>;

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
  'SAML_IDP_LOGOUT_URL',
  'LOGOUT_URL',
  'ESB_URL',
  'API_BASE_URL',
  'MAP_TILES_URL',
  'REGIONAL_HEALTH_SITE_URL',
  'PRIVACY_URL',
  'LEGAL_NOTES_URL',
  'ACCESSIBILITY_URL',
];

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
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

/** What production refuses (rules §8). */
export function productionProblems(variables: Variables): string[] {
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
export function demonstrationProblems(variables: Variables): string[] {
  const isReachable = variables.HOST !== undefined && !isLoopback(variables.HOST);
  if (!isReachable || variables.SAML_IDP_URL !== undefined || variables.NODE_ENV === 'production') return [];
  if (variables.DEMO_SIGN_ON_OPEN_TO_NETWORK === 'true') return [];
  return [
    'HOST: must be localhost, for the demonstration sign-on lets in whoever reaches it, without a password; ' +
      'DEMO_SIGN_ON_OPEN_TO_NETWORK=true lets in the whole network',
  ];
}
