/** The `tel:` URL of a telephone number; null for other texts. */
export function telephoneLink(phone: string): string | null {
  const number = phone.replace(/[^\d+]/g, '');
  return /^\+?\d{3,}$/.test(number) ? `tel:${number}` : null;
}

/** The `mailto:` URL of a mailbox; null for other texts. */
export function mailLink(email: string): string | null {
  return /^[^\s@?&]+@[^\s@?&]+$/.test(email) ? `mailto:${email}` : null;
}

/** The URL of a web site, which may lack its scheme; null for other texts. */
export function webLink(web: string): string | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(web) && !/^[\w.-]+:\d+/.test(web);
  const address = hasScheme ? web : `https://${web}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && hostname.includes('.') ? href : null;
}
