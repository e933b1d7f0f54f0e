/** The check digit of an EAN-13 for its first twelve digits. */
export function eanCheckDigit(digits: string): string {
  const weighted = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (weighted % 10)) % 10);
}

/** Whether the text is an EAN-13 with a correct check digit. */
export function isValidEan(text: string): boolean {
  return /^\d{13}$/.test(text) && eanCheckDigit(text.slice(0, 12)) === text[12];
}

/** The EANs that a code may stand for, in the order of trying: as it is, then with the leading 0 that scanners omit (§5). */
export function eansToTry(code: string): readonly [string, string] {
  return [code, `0${code}`];
}

/** Whether the code stands for the EAN, with or without its leading 0 (§5). */
export function isSameEan(code: string, ean: string | undefined): boolean {
  return eansToTry(code).some((candidate) => candidate === ean);
}
