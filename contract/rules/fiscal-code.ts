import { readCode } from './typed-text.ts';
import { isValidVat } from './vat.ts';

export const FISCAL_CODE_LENGTH = 16;

/** The format of a fiscal code. In a homocodic code the letters L M N P Q R S T U V replace digits. */
const SHAPE = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;

/** The letters that replace the digits 0 to 9. */
const HOMOCODIC_LETTERS = 'LMNPQRSTUV';

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

/**
 * Whether a code (upper case) is one for foreigners who are not registered with the health service (STP, ENI). It is no
 * fiscal code: only who is registered has a dossier.
 */
export function isForeignersCode(code: string): boolean {
  return /^(?:STP|ENI)\d{13}$/.test(code);
}

/** Whether a code (upper case) was meant as a person's code, be it valid or not. */
export function looksLikeFiscalCode(code: string): boolean {
  return /^(?:[A-Z]{6}[A-Z0-9]{10}|\d{11})$/.test(code) || isForeignersCode(code);
}

/**
 * Whether a code is a provisional fiscal code, as newborns and asylum seekers have it: eleven digits, the last of which
 * checks the others as that of a VAT number does.
 */
export function isProvisionalFiscalCode(code: string): boolean {
  return isValidVat(code) && !/^0+$/.test(code);
}

/** Whether a person's fiscal code (upper case) has a valid format and check character, or is a provisional one. */
export function isValidFiscalCode(code: string): boolean {
  if (isProvisionalFiscalCode(code)) return true;
  return SHAPE.test(code) && fiscalCodeCheckCharacter(code.slice(0, 15)) === code[15];
}

/** The places of a fiscal code that have digits, of which a homocodic one has letters instead. */
const DIGIT_PLACES = [6, 7, 9, 10, 12, 13, 14];

/**
 * All forms of a fiscal code of sixteen characters (upper case), homocodic ones too, itself among them: of a person's code
 * the tax office may have replaced any of its digits. A code of another form has no other.
 */
export function homocodicForms(code: string): readonly string[] {
  if (!SHAPE.test(code)) return [code];
  const digitOf = (character: string) => {
    const place = HOMOCODIC_LETTERS.indexOf(character);
    return place < 0 ? character : String(place);
  };
  const forms = DIGIT_PLACES.reduce<readonly string[]>(
    (found, place) =>
      found.flatMap((form) => {
        const digit = digitOf(form.charAt(place));
        return [digit, HOMOCODIC_LETTERS.charAt(Number(digit))].map(
          (character) => form.slice(0, place) + character + form.slice(place + 1),
        );
      }),
    [code.slice(0, FISCAL_CODE_LENGTH - 1)],
  );
  return forms.map((first15) => first15 + fiscalCodeCheckCharacter(first15));
}

/** The typed or scanned code in upper case, without what people put between its groups. */
export function normalizeFiscalCode(typed: string): string {
  return readCode(typed);
}

const MONTH_LETTERS = 'ABCDEHLMPRST';
/** Added to the day of birth of women. */
const WOMEN = 40;

/** What a fiscal code says of its person. */
export interface FiscalCodeFacts {
  /** The birth date without its century: `YY-MM-DD`. */
  readonly birthDate: string;
  readonly gender: 'M' | 'F';
}

/** Birth date and gender in a valid fiscal code, homocodic ones too; undefined where it has none, as a provisional one. */
export function fiscalCodeFacts(code: string): FiscalCodeFacts | undefined {
  if (!isValidFiscalCode(code) || isProvisionalFiscalCode(code)) return undefined;
  const digits = (from: number) =>
    Array.from(code.slice(from, from + 2), (character) => {
      const place = HOMOCODIC_LETTERS.indexOf(character);
      return place < 0 ? character : String(place);
    }).join('');
  const day = Number(digits(9));
  const month = String(MONTH_LETTERS.indexOf(code.charAt(8)) + 1).padStart(2, '0');
  const ofMonth = String(day > WOMEN ? day - WOMEN : day).padStart(2, '0');
  return { birthDate: `${digits(6)}-${month}-${ofMonth}`, gender: day > WOMEN ? 'F' : 'M' };
}

/**
 * What of a person differs from the valid fiscal code: a warning, never a refusal, because codes with an error exist. The
 * code is in upper case; the birth date is `YYYY-MM-DD`, of which the code has no century.
 */
export function differencesFromFiscalCode(
  code: string,
  { birthDate, gender }: { readonly birthDate: string; readonly gender: string },
): readonly ('birthDate' | 'gender')[] {
  const said = fiscalCodeFacts(code);
  if (said === undefined) return [];
  return [
    ...(said.birthDate === birthDate.slice(2) ? [] : ['birthDate' as const]),
    ...(said.gender === gender ? [] : ['gender' as const]),
  ];
}
