/** The URL of a web site, whose address may lack its scheme; null for other texts. */
export function webUrl(address: string): string | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(address) && !/^[\w.-]+:\d+/.test(address);
  const whole = hasScheme ? address : `https://${address}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname, href } = new URL(whole);
  return ['http:', 'https:'].includes(protocol) && hostname.includes('.') ? href : null;
}
