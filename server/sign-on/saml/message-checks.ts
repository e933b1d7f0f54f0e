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

/** The start tag of a message. Only an XML declaration may precede it. */
const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:[\w.-]+:)?(?:Response|AuthnRequest)\s([^>]*)>/;

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

/**
 * Finds problems of a SAML message that the libraries accept: SHA-1, a message for another destination (SAML 2.0
 * bindings, 3.5.5.2), and one that takes long to verify. It searches the text instead of parsing it, so an algorithm in
 * any unusual notation counts as unknown.
 * @param encoded the posted message in base64
 * @param destination the URL to which it was posted
 * @returns the problem; undefined for a good message
 */
export function problemOf(encoded: string, destination: string): string | undefined {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  if (isExpensive(xml)) return 'too many elements';
  const algorithms = [...xml.matchAll(/Algorithm\s*=\s*(?:(["'])(.*?)\1)?/gs)].map(([, , name = '']) => name);
  if (!algorithms.every((algorithm) => ALGORITHMS.has(algorithm))) return 'a signature that is not trusted';
  const [, root = ''] = ROOT.exec(xml) ?? [];
  const [, , given] = /(?:^|\s)Destination\s*=\s*(["'])(.*?)\1/s.exec(root) ?? [];
  return given !== undefined && unescapeXml(given) === destination ? undefined : 'another destination';
}
