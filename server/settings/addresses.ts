import { isIP, isIPv6 } from 'node:net';

export const MAX_PORT = 65_535;

/** A value without the blanks and the pair of quotes that files of settings leave around it. */
export function tidied(value: string): string {
  const trimmed = value.trim();
  return /^(["']).*\1$/s.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}

const LABEL = '[a-z\\d_](?:[a-z\\d_-]{0,61}[a-z\\d_])?';
const NAME = new RegExp(`^(?:${LABEL}\\.)*(?!\\d+\\.?$)${LABEL}\\.?$`, 'i');

/** Whether a text is the name or the address of a machine, without scheme, port or path. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || NAME.test(text);
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PORT;
}

/** A port, with a host before it or none; an IPv6 address stands in brackets. Undefined for anything else. */
export function readListener(text: string): { readonly host: string | undefined; readonly port: number } | undefined {
  const [, bracketed, host = bracketed, port = ''] = /^(?:(?:\[(.+)\]|([^:]+)):)?(\d+)$/.exec(text) ?? [];
  const isRight = bracketed === undefined ? host === undefined || isHost(host) : isIPv6(bracketed);
  return isRight && isPort(port) ? { host, port: Number(port) } : undefined;
}

/** What is wrong with the address of a page or a service; undefined for a good one. */
export function httpProblem(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return 'must be an address that begins with http:// or https://';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.username !== '' || url.password !== '')) return 'must not hold a user name or password';
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isTwice = /^https?$/.test(host) && url?.pathname.startsWith('//') === true;
  if (isHost(host) && url?.port !== '0' && !isTwice) return undefined;
  return `must have a host after one http:// or https://, and no port above ${MAX_PORT}`;
}

/** The origins in a list; a host may begin with `*.`. Undefined where one is none. */
export function readOrigins(list: string): readonly string[] | undefined {
  const addresses = list.split(/[\s,]+/).filter((part) => part !== '');
  const origins = addresses.map((address) => {
    const plain = address.replace('://*.', '://');
    if (httpProblem(plain) !== undefined || /[?#]/.test(plain)) return undefined;
    const { origin, protocol } = new URL(plain);
    return plain === address ? origin : origin.replace(`${protocol}//`, `${protocol}//*.`);
  });
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

/** What follows the user name and password in the address of a database: host and port, name, parameters. */
const PLACE = /^([^/?#@]*)(?:\/[^/?#@]*)?(?:\?(?:[\w.-]+=[^&#]*(?:&[\w.-]+=[^&#]*)*)?)?$/;

function isPlace(text: string): boolean {
  const [, authority] = PLACE.exec(text) ?? [];
  if (authority === undefined) return false;
  // A socket's folder, or a host that a parameter or the environment names.
  if (authority === '' || /^%2f/i.test(authority)) return true;
  return /:\d+$/.test(authority)
    ? readListener(authority) !== undefined
    : isHost(authority.replace(/^\[(.+)\]$/, '$1'));
}

/** An address with user name and password as they should be; its parameters may hold anything. */
const PLAIN = /^[^@/?#]*@([^@/?#]*)((?:\/[^?#]*)?)(?:\?[\w.-]+=.*)?$/s;

/** Whether an address reads as it should; null if an @ in its path makes another reading as likely. */
function isPlain(rest: string): boolean | null {
  const [, authority = '', path = ''] = PLAIN.exec(rest) ?? [];
  if (authority === '' || !isPlace(authority)) return false;
  return path.includes('@') ? null : true;
}

/** A user name or password as an address holds it, whether or not it was escaped; null if that cannot be told. */
function escaped(given: string): string | null {
  let plain = given;
  try {
    plain = decodeURIComponent(given);
  } catch {
    // It holds a % that escapes nothing.
  }
  return plain !== given && /[/?#]/.test(given) ? null : encodeURIComponent(plain);
}

export const DATABASE_ADDRESS = /^postgres(?:ql)?:\/\//i;

/**
 * The address of a database with user name and password escaped, as they seldom are where people put them in.
 * @returns undefined where it is no such address, or where it may be read in two ways
 */
export function readDatabaseUrl(address: string): string | undefined {
  const [scheme] = DATABASE_ADDRESS.exec(address) ?? [];
  if (scheme === undefined) return undefined;
  const rest = address.slice(scheme.length);
  const plain = isPlain(rest);
  if (plain === null) return undefined;
  const found = isPlace(rest) ? [address] : [];
  for (let at = rest.indexOf('@'); at !== -1; at = rest.indexOf('@', at + 1)) {
    const [, user, password] = /^([^:/?#]*)(?::(.*))?$/s.exec(rest.slice(0, at)) ?? [];
    const place = rest.slice(at + 1);
    if (user === undefined || (!plain && !isPlace(place))) continue;
    const parts = [user, ...(password === undefined ? [] : [password])].map(escaped);
    if (parts.includes(null)) return undefined;
    found.push(`${scheme.toLowerCase()}${parts.join(':')}@${place}`);
    if (plain) break;
  }
  return found.length === 1 ? found[0] : undefined;
}
