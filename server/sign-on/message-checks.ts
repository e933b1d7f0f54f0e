/** The accepted algorithms: SHA-2 signatures and digests, and the transforms of SAML. */
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
]);

/**
 * The accepted encryptions. RSA goes by OAEP alone, whose digest is SHA-1 also where signatures by SHA-1 are refused: the
 * library knows no other, and OAEP needs no digest without collisions.
 */
const ENCRYPTIONS = new Set([
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2000/09/xmldsig#sha1',
]);
/**
 * Encryptions that tell whoever alters a text whether it can still be decrypted. They are accepted where a signature
 * of the encrypted text is verified first.
 */
const ALTERABLE_ENCRYPTIONS = new Set([
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
]);

/** An element that names an encryption and, within, no more than the digest of OAEP. */
const ENCRYPTION_METHOD =
  /<((?:[\w.-]+:)?)EncryptionMethod\b[^<>]*(?:\/>|>\s*(?:<((?:[\w.-]+:)?)DigestMethod\b[^<>]*(?:\/>|>\s*<\/\2DigestMethod>))?\s*<\/\1EncryptionMethod>)/g;

/** The start tag of a message. Only an XML declaration may precede it. */
const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:[\w.-]+:)?(?:Response|AuthnRequest|LogoutRequest)\s([^>]*)>/;

/**
 * What is limited in a message. The libraries read and compare it before they verify its signature, without a pause: a
 * forged one within these limits takes eight times as long as one of an ordinary size. A person with 400 groups has 450
 * elements and, in the notation of some providers, 5000 separators of attributes (in any that the parser accepts) and 800
 * declarations of namespaces, all of which are looked up for each element below.
 */
const LIMITED: readonly { readonly what: string; readonly pattern: RegExp; readonly most: number }[] = [
  { what: 'elements', pattern: /<[^/]/g, most: 1000 },
  { what: 'attributes and blanks', pattern: /=|[^!-~]+/g, most: 10_000 },
  { what: 'namespaces', pattern: /xmlns/g, most: 1000 },
];

/** What a message has too many of, with its number and the limit; undefined if it may be read. */
export function excessOf(xml: string): string | undefined {
  for (const { what, pattern, most } of LIMITED) {
    const count = xml.match(pattern)?.length ?? 0;
    if (count > most) return `too many ${what}: ${count}, at most ${most}`;
  }
  return undefined;
}

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function algorithmsIn(xml: string): string[] {
  return [...xml.matchAll(/Algorithm\s*=\s*(?:(["'])(.*?)\1)?/gs)].map(([, , name = '']) => name);
}

/** What is checked of a message. */
interface MessageOptions {
  /** Whether a signature of the whole message is required; true if not given. */
  readonly isSigned?: boolean;
}

/**
 * Finds problems of a part of a SAML message that the libraries accept: SHA-1, weak encryption, and what takes long to
 * verify. It searches the text instead of parsing it, so an algorithm in any unusual notation counts as unknown.
 */
export function partProblem(xml: string, { isSigned = true }: MessageOptions = {}): string | undefined {
  const excess = excessOf(xml);
  if (excess !== undefined) return excess;
  const encryptions = (xml.match(ENCRYPTION_METHOD) ?? []).flatMap(algorithmsIn);
  if (!algorithmsIn(xml.replace(ENCRYPTION_METHOD, '')).every((name) => ALGORITHMS.has(name))) {
    return 'a signature that is not trusted';
  }
  const isAccepted = (name: string) => ENCRYPTIONS.has(name) || (isSigned && ALTERABLE_ENCRYPTIONS.has(name));
  return encryptions.every(isAccepted) ? undefined : 'an encryption that is not accepted';
}

/** Whether a message is for this URL (SAML 2.0 bindings, 3.5.5.2). One that need not be signed may name none. */
export function isForDestination(xml: string, destination: string, isSigned: boolean): boolean {
  const [, root] = ROOT.exec(xml) ?? [];
  const [, , given] = /(?:^|\s)Destination\s*=\s*(["'])(.*?)\1/s.exec(root ?? '') ?? [];
  if (given === undefined) return root !== undefined && !isSigned;
  return unescapeXml(given) === destination;
}

/**
 * Finds problems of a SAML message: those of `partProblem`, and a message for another destination.
 * @param encoded the posted message in base64
 * @param destination the URL to which it was posted
 * @returns the problem; undefined for a good message
 */
export function problemOf(encoded: string, destination: string, options: MessageOptions = {}): string | undefined {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const problem = partProblem(xml, options);
  if (problem !== undefined) return problem;
  return isForDestination(xml, destination, options.isSigned ?? true) ? undefined : 'another destination';
}

/** What the person or the identity provider has refused. The portal has words for each (rules §1). */
export const PROVIDER_REFUSALS = [
  'WRONG_CREDENTIALS',
  'LEVEL_NOT_HELD',
  'AUTHENTICATION_TIMEOUT',
  'CONSENT_DENIED',
  'IDENTITY_SUSPENDED',
  'CANCELLED_BY_USER',
  'WRONG_IDENTITY_TYPE',
  'REQUEST_REFUSED',
  'PROVIDER_REFUSED',
] as const;
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

/** Why a response is not accepted. */
export type Refusal =
  | 'RESPONSE_INVALID'
  | 'NO_OPEN_REQUEST'
  | 'USER_NOT_NAMED'
  | 'AUTHENTICATION_NOT_ACCEPTED'
  | ProviderRefusal;

interface RefusalOptions extends ErrorOptions {
  readonly refusal?: Refusal;
}

/**
 * A response of the identity provider that is not accepted. The message is for the log and contains no personal data.
 */
export class SignOnRefusedError extends Error {
  readonly refusal: Refusal;
  readonly reason: string;

  constructor(reason: string, { refusal = 'RESPONSE_INVALID', ...options }: RefusalOptions = {}) {
    super(`Sign-on refused: ${reason}`, options);
    this.refusal = refusal;
    this.reason = reason;
    this.name = 'SignOnRefusedError';
  }
}
