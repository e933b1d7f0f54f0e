import type { Gender } from '#contract/entities/patient.ts';
import type { Day } from '#contract/rules/dates.ts';
import { fiscalCodeCheckCharacter } from '#contract/rules/fiscal-code.ts';

/** The personal data in a fiscal code. */
interface CivilData {
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: Gender;
  readonly birthDate: Day;
  readonly cadastralCode: string;
}

const MONTH_LETTERS = 'ABCDEHLMPRST';
const HOMOCODIC_LETTERS = 'LMNPQRSTUV';
const FEMALE_DAY_OFFSET = 40;

/** The positions of the digits, in the order in which letters replace them when two people have the same code. */
const DIGIT_POSITIONS = [14, 13, 12, 10, 9, 7, 6];

function lettersOf(name: string): { consonants: string; vowels: string } {
  const letters = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return { consonants: letters.replace(/[AEIOU]/g, ''), vowels: letters.replace(/[^AEIOU]/g, '') };
}

function threeLetters({ consonants, vowels }: { consonants: string; vowels: string }): string {
  return `${consonants}${vowels}XXX`.slice(0, 3);
}

function firstNameLetters(name: string): string {
  const { consonants, vowels } = lettersOf(name);
  // Of four or more consonants the second is left out.
  const kept = consonants.length > 3 ? `${consonants.slice(0, 1)}${consonants.slice(2, 4)}` : consonants;
  return threeLetters({ consonants: kept, vowels });
}

function withCheckCharacter(first15: string): string {
  return first15 + fiscalCodeCheckCharacter(first15);
}

/** The fiscal code that the tax office computes for a person, without homocody. */
export function fiscalCodeOf(person: CivilData): string {
  const year = person.birthDate.slice(2, 4);
  const month = MONTH_LETTERS.charAt(Number(person.birthDate.slice(5, 7)) - 1);
  const day = Number(person.birthDate.slice(8, 10)) + (person.gender === 'F' ? FEMALE_DAY_OFFSET : 0);
  return withCheckCharacter(
    [
      threeLetters(lettersOf(person.lastName)),
      firstNameLetters(person.firstName),
      year,
      month,
      String(day).padStart(2, '0'),
      person.cadastralCode,
    ].join(''),
  );
}

/**
 * The homocodic form of a fiscal code: letters replace its last `replaced` digits (1 to 7), and the check character is
 * new.
 */
export function homocodicForm(code: string, replaced: number): string {
  const characters = Array.from(code.slice(0, -1));
  for (const position of DIGIT_POSITIONS.slice(0, replaced)) {
    characters[position] = HOMOCODIC_LETTERS.charAt(Number(characters[position]));
  }
  return withCheckCharacter(characters.join(''));
}

/** The fiscal code of a person; homocodic when `taken` already contains the plain one. */
export function uniqueFiscalCode(person: CivilData, taken: ReadonlySet<string>): string {
  const plain = fiscalCodeOf(person);
  const candidates = [plain, ...DIGIT_POSITIONS.map((_, index) => homocodicForm(plain, index + 1))];
  const free = candidates.find((candidate) => !taken.has(candidate));
  if (free === undefined) throw new Error('Too many people share one fiscal code.');
  return free;
}
