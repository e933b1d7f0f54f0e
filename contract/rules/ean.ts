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
