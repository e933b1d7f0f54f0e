const EXCLUSION = /^ES(?:0[1-9]|1\d|2[0-7])$/;
const TENDER = /^[\dA-Z]{10}$/;
/** A code of digits with its three hexadecimal check digits. */
const NUMBERED = /^(\d{7})([\dA-F]{3})$/;

/** Whether the text says why an order has no tender. */
export function isExclusion(text: string): boolean {
  return EXCLUSION.test(text);
}

/**
 * Whether the text is the code of a tender (CIG: ten letters and digits), or says why an order has none (ES01 to ES27).
 */
export function isTenderCode(text: string): boolean {
  if (isExclusion(text)) return true;
  if (!TENDER.test(text)) return false;
  if (/^[XYZ]/.test(text)) return hasShortCheck(text);
  const [, number, check] = NUMBERED.exec(text) ?? [];
  if (number === undefined || check === undefined) return /^[A-W]/.test(text);
  return Number(number) > 0 && (Number(number) * 211) % 4091 === Number.parseInt(check, 16);
}

/** Of a small contract (Smart CIG): a letter, two check digits, and seven digits, all hexadecimal. */
function hasShortCheck(text: string): boolean {
  const [, check, number] = /^[XYZ]([\dA-F]{2})([\dA-F]{7})$/.exec(text) ?? [];
  if (check === undefined || number === undefined) return false;
  const value = Number.parseInt(number, 16);
  return value > 0 && (value * 211) % 251 === Number.parseInt(check, 16);
}
