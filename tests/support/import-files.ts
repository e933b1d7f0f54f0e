import { fiscalCodeCheckCharacter } from '#contract/rules/fiscal-code.ts';

const LETTERS = 'BCDFGHLMNPRSTVZ';
const MONTHS = 'ABCDEHLMPRST';

/** An invented fiscal code with a valid check character, different for each number. */
export function inventedFiscalCode(number: number): string {
  const letters = Array.from({ length: 6 }, (_, index) => LETTERS[Math.floor(number / 15 ** index) % 15]).join('');
  const day = String((number % 28) + 1).padStart(2, '0');
  const first15 = `${letters}80${MONTHS[number % 12] ?? 'A'}${day}B354`;
  return first15 + fiscalCodeCheckCharacter(first15);
}

/** The columns of a file of patients. */
export const PATIENT_COLUMNS = [
  'fiscalCode',
  'firstName',
  'lastName',
  'gender',
  'birthDate',
  'otpMode',
  'dossierType',
  'dossierStatus',
  'aslCode',
  'monthlyAmount',
] as const;

/** The line of an invented patient. Every tenth one is protein-free. */
export function patientLine(number: number, aslCodes: readonly string[]): string {
  const isProteinFree = number % 10 === 0;
  return [
    inventedFiscalCode(number),
    `Nome${number % 500}`,
    `Cognomè${number % 50_000}`,
    number % 2 === 0 ? 'F' : 'M',
    `19${String(50 + (number % 50))}-0${(number % 9) + 1}-1${number % 10}`,
    number % 3 === 0 ? 'PIN' : 'NONE',
    isProteinFree ? 'PROTEIN_FREE' : 'CELIAC',
    'APPROVED',
    aslCodes[number % aslCodes.length],
    isProteinFree ? '150,50' : '',
  ].join(';');
}
