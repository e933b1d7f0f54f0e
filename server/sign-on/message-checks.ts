/** Algorithms of signatures that are believed: SHA-2, and the transformations that SAML has. */
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

/** The start tag of a message, which nothing but an XML declaration may precede. */
const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:[\w.-]+:)?(?:Response|AuthnRequest)\s([^>]*)>/;

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/**
 * What is wrong with a SAML message that the libraries let pass: they believe SHA-1, and a message that was signed for
 * somebody else (SAML 2.0 bindings, 3.5.5.2). Its text is searched, not parsed: an algorithm that is written in any
 * other way, wherever it stands, is no known one.
 * @param encoded the message as it was posted, in base64
 * @param destination where it was posted to
 */
export function problemOf(encoded: string, destination: string): string | undefined {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const algorithms = [...xml.matchAll(/Algorithm\s*=\s*(?:(["'])(.*?)\1)?/gs)].map(([, , name = '']) => name);
  if (!algorithms.every((algorithm) => ALGORITHMS.has(algorithm))) return 'a signature that is not trusted';
  const [, root = ''] = ROOT.exec(xml) ?? [];
  const [, , given] = /(?:^|\s)Destination\s*=\s*(["'])(.*?)\1/s.exec(root) ?? [];
  return given !== undefined && unescapeXml(given) === destination ? undefined : 'another destination';
}
