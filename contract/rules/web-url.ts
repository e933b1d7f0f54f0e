/** What may show one site and lead to another, or tell a password: `https://www.example.it@elsewhere.example`. */
const NAMES_USER = /^[a-z]+:[/\\]*[^/\\?#]*@/i;

/** The URL of a web site, whose address may lack its scheme; null for other texts, also for one that names a user. */
export function webUrl(address: string): string | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(address) && !/^[\w.-]+:\d+/.test(address);
  const whole = hasScheme ? address : `https://${address}`;
  if (NAMES_USER.test(whole) || !URL.canParse(whole)) return null;
  const { protocol, hostname, href } = new URL(whole);
  return ['http:', 'https:'].includes(protocol) && hostname.includes('.') ? href : null;
}
