export const FISCAL_CODE_LENGTH = 16;

/** The format of a fiscal code. In a homocodic code the letters L M N P Q R S T U V replace digits. */
const SHAPE = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;

/** The values of characters in odd positions: digits, then letters (decree of 23 December 1976). */
const ODD_DIGITS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
const ODD_LETTERS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const LETTER_A = 65;

function characterValue(character: string, isOdd: boolean): number {
  const isDigit = character >= '0' && character <= '9';
  const rank = isDigit ? Number(character) : character.charCodeAt(0) - LETTER_A;
  if (!isOdd) return rank;
  return (isDigit ? ODD_DIGITS : ODD_LETTERS)[rank] ?? 0;
}

/** The check character for the first fifteen characters (upper case) of a fiscal code. */
export function fiscalCodeCheckCharacter(first15: string): string {
  const total = Array.from(first15).reduce(
    (so, character, index) => so + characterValue(character, index % 2 === 0),
    0,
  );
  return String.fromCharCode(LETTER_A + (total % 26));
}

/** Whether a code (upper case) was meant as a fiscal code, be it valid or not. */
export function looksLikeFiscalCode(code: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{10}$/.test(code);
}

/** Whether a fiscal code (upper case) has a valid format and check character. */
export function isValidFiscalCode(code: string): boolean {
  return SHAPE.test(code) && fiscalCodeCheckCharacter(code.slice(0, 15)) === code[15];
}

/** The typed or scanned code in upper case without spaces. */
export function normalizeFiscalCode(typed: string): string {
  return typed.replace(/\s+/g, '').toUpperCase();
}
