import { DEFAULT_SECRETS, DEFAULT_SUPPORT_EMAIL } from './environment.ts';
import type { Settings } from './types.ts';

/** Words that people use in secrets, including those of the demonstration. */
const WORDS = (
  'access admin buoni changeit changeme change cliente client chiave default demonstration demo example food hello ' +
  'here jwt key letmein master must passphrase password passwd pass pepper please portale portal production replace ' +
  'root salt sardegna secret segreto server signing test this token user voucher welcome with your'
).split(' ');

/** Keyboard rows and the alphabet, in both directions. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'].flatMap((row) => [
  row,
  Array.from(row).reverse().join(''),
]);
const MIN_RUN_LENGTH = 4;

/** The letters that digits and signs often replace. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const MAX_CHECKED_LENGTH = 1000;

/** A secret with fewer different characters is a pattern; 32 random hexadecimal digits have more. */
const MIN_DIFFERENT_CHARACTERS = 8;

function runAt(text: string, at: number): number {
  let longest = 0;
  for (const row of ROWS) {
    let length = MIN_RUN_LENGTH;
    while (at + length <= text.length && row.includes(text.slice(at, at + length))) length += 1;
    longest = Math.max(longest, length - 1);
  }
  return longest < MIN_RUN_LENGTH ? 1 : longest;
}

/** The text with only one character of each sequence such as `abcd` or `6543`. */
function withoutSequences(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; at += runAt(text, at)) rest += text.charAt(at);
  return rest;
}

function withoutRepetitions(text: string): string {
  return text.replace(/(.+?)\1+/gs, '$1');
}

function cut(text: string, at: number, length: number): string {
  return text.slice(0, at) + text.slice(at + length);
}

function withoutWords(text: string): string {
  let rest = text;
  let plain = Array.from(text, (character) => DISGUISES[character] ?? character).join('');
  for (const word of WORDS) {
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word)) {
      rest = cut(rest, at, word.length);
      plain = cut(plain, at, word.length);
    }
  }
  return rest;
}

/**
 * Whether a secret is easy to guess, whatever its length. Repetitions, sequences and common words are removed first.
 * @param needed the minimum number of remaining characters
 */
function isGuessable(secret: string, needed: number): boolean {
  const lower = secret.slice(0, MAX_CHECKED_LENGTH).toLowerCase();
  const rest = withoutRepetitions(withoutSequences(withoutWords(lower))).replace(/[\s_.-]/g, '');
  return rest.length < needed || new Set(secret).size < MIN_DIFFERENT_CHARACTERS;
}

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

/** Whether others can read the traffic to PostgreSQL, or pretend to be it. */
function isUnprotected(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  return hostname !== '' && !isLoopback(hostname) && searchParams.get('sslmode') !== 'verify-full';
}

/** The settings with which a production server should not run for long, as texts for the log; else empty. */
export function doubtfulSettings({ isProduction, database, esb, portal }: Settings): readonly string[] {
  if (!isProduction) return [];
  return [
    ...(esb.target.kind === 'loopback'
      ? ['AMC orders are accepted by a built-in stand-in and go nowhere: set ESB_URL']
      : []),
    ...(portal.supportEmail === DEFAULT_SUPPORT_EMAIL
      ? ['the portal tells everybody to write to a mailbox that does not exist: set SUPPORT_EMAIL']
      : []),
    ...(database.kind === 'postgres' && isUnprotected(database.url)
      ? ['others may read what goes to the database: end DATABASE_URL with ?sslmode=verify-full']
      : []),
  ];
}
