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
 * The libraries read and compare a message before they verify its signature, without a pause and in a time that grows
 * with the square of its elements: 11,000 of them take seconds. A response with 50 attributes has 150 elements.
 */
const MAX_ELEMENTS = 400;
/** The same for separators of attributes, in any notation that the parser accepts; such a response has 900 of them. */
const MAX_SEPARATORS = 2000;
/**
 * The same for declarations of namespaces, all of which are looked up for each element below. From some providers such a
 * response has a hundred, two for each attribute. With this limit the depth of the elements makes no difference.
 */
const MAX_NAMESPACES = 150;

function isExpensive(xml: string): boolean {
  const countOf = (pattern: RegExp) => xml.match(pattern)?.length ?? 0;
  return (
    countOf(/<[^/]/g) > MAX_ELEMENTS || countOf(/=|[^!-~]+/g) > MAX_SEPARATORS || countOf(/xmlns/g) > MAX_NAMESPACES
  );
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
  if (isExpensive(xml)) return 'too many elements';
  const encryptions = (xml.match(ENCRYPTION_METHOD) ?? []).flatMap(algorithmsIn);
  if (!algorithmsIn(xml.replace(ENCRYPTION_METHOD, '')).every((name) => ALGORITHMS.has(name))) {
    return 'a signature that is not trusted';
  }
  const isAccepted = (name: string) => ENCRYPTIONS.has(name) || (isSigned && ALTERABLE_ENCRYPTIONS.has(name));
  return encryptions.every(isAccepted) ? undefined : 'an encryption that is not accepted';
}

/**
 * Finds problems of a SAML message: those of `partProblem`, and a message for another destination (SAML 2.0 bindings,
 * 3.5.5.2). One that need not be signed may name none.
 * @param encoded the posted message in base64
 * @param destination the URL to which it was posted
 * @returns the problem; undefined for a good message
 */
export function problemOf(encoded: string, destination: string, options: MessageOptions = {}): string | undefined {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const problem = partProblem(xml, options);
  if (problem !== undefined) return problem;
  const [, root] = ROOT.exec(xml) ?? [];
  const [, , given] = /(?:^|\s)Destination\s*=\s*(["'])(.*?)\1/s.exec(root ?? '') ?? [];
  if (given === undefined && root !== undefined && options.isSigned === false) return undefined;
  return given !== undefined && unescapeXml(given) === destination ? undefined : 'another destination';
}

/** Why a response is not accepted. The portal says something of its own about the last two. */
export type Refusal = 'RESPONSE_INVALID' | 'NO_OPEN_REQUEST' | 'USER_NOT_NAMED' | 'AUTHENTICATION_NOT_ACCEPTED';

interface RefusalOptions extends ErrorOptions {
  readonly refusal?: Refusal;
}

/**
 * A response of the identity provider that is not accepted. The message is for the log and contains no personal data.
 */
export class SignOnRefusedError extends Error {
  readonly refusal: Refusal;

  constructor(reason: string, { refusal = 'RESPONSE_INVALID', ...options }: RefusalOptions = {}) {
    super(`Sign-on refused: ${reason}`, options);
    this.refusal = refusal;
    this.name = 'SignOnRefusedError';
  }
}
