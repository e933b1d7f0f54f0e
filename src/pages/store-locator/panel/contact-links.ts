/** The `tel:` URL of a telephone number; null for other texts. */
export function telephoneLink(phone: string): string | null {
  const number = phone.replace(/[^\d+]/g, '');
  return /^\+?\d{3,}$/.test(number) ? `tel:${number}` : null;
}

/** The `mailto:` URL of a mailbox; null for other texts. */
export function mailLink(email: string): string | null {
  return /^[^\s@?&]+@[^\s@?&]+$/.test(email) ? `mailto:${email}` : null;
}
