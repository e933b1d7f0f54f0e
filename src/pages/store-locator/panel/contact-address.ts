/** The `tel:` address of a telephone number; null for a text that holds none. */
export function telephoneAddress(phone: string): string | null {
  const number = phone.replace(/[^\d+]/g, '');
  return /^\+?\d{3,}$/.test(number) ? `tel:${number}` : null;
}

/** The `mailto:` address of a mailbox; null for a text that is none. */
export function mailAddress(email: string): string | null {
  return /^[^\s@?&]+@[^\s@?&]+$/.test(email) ? `mailto:${email}` : null;
}

/** The address of a web site, which may be noted without its scheme; null for anything that is no web address. */
export function webAddress(web: string): string | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(web) && !/^[\w.-]+:\d+/.test(web);
  const address = hasScheme ? web : `https://${web}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && hostname.includes('.') ? href : null;
}
