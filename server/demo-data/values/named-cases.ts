import type { CategoryType } from '#contract/entities/category.ts';
import { type Day, addDays } from '#contract/rules/dates.ts';

/** The special property of this month's voucher. */
export type VoucherCase = 'valid' | 'none' | 'revoked' | 'nearly spent' | 'about to expire' | 'two valid';

/** A patient with which one can try one thing. */
export interface NamedCase {
  /** The description that the server prints at its start. */
  readonly title: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'M' | 'F';
  /** A fixed day, or a day computed from today (a newborn must be a newborn on every day). */
  readonly birthDate: Day | ((today: Day) => Day);
  readonly town: string;
  /** Undefined when the patient has no PIN. */
  readonly pin?: string;
  readonly dossiers: readonly CategoryType[];
  readonly dossierStatus: 'APPROVED' | 'REVOKED';
  readonly voucher: VoucherCase;
}

const NEWBORN_DAYS = 20;

const usual = { dossiers: ['CELIAC'], dossierStatus: 'APPROVED', voucher: 'valid' } as const;

/** The named cases in the order of their patient ids, which start at 1. All people are invented. */
export const namedCases: readonly NamedCase[] = [
  {
    ...usual,
    title: 'PIN asked',
    firstName: 'Efisio',
    lastName: 'Serrabanda',
    gender: 'M',
    birthDate: '1978-05-12',
    town: 'Cagliari',
    pin: '24680',
  },
  {
    ...usual,
    title: 'no PIN asked',
    firstName: 'Grazia',
    lastName: 'Mirtosanu',
    gender: 'F',
    birthDate: '1985-11-03',
    town: 'Sassari',
  },
  {
    ...usual,
    title: 'no voucher (below six months of age)',
    firstName: 'Mattia',
    lastName: 'Solealbu',
    gender: 'M',
    birthDate: (today) => addDays(today, -NEWBORN_DAYS),
    town: 'Oristano',
    voucher: 'none',
  },
  {
    ...usual,
    title: 'revoked voucher',
    firstName: 'Salvatore',
    lastName: 'Pedrafitta',
    gender: 'M',
    birthDate: '1969-02-27',
    town: 'Nuoro',
    pin: '11223',
    voucher: 'revoked',
  },
  {
    ...usual,
    title: 'revoked dossier',
    firstName: 'Caterina',
    lastName: 'Lughenera',
    gender: 'F',
    birthDate: '1992-08-19',
    town: 'Olbia',
    pin: '33445',
    dossierStatus: 'REVOKED',
    voucher: 'revoked',
  },
  {
    ...usual,
    title: 'two dossiers (coeliac and protein-free)',
    firstName: 'Bonaria',
    lastName: 'Duospighe',
    gender: 'F',
    birthDate: '1960-04-08',
    town: "Quartu Sant'Elena",
    pin: '55667',
    dossiers: ['CELIAC', 'PROTEIN_FREE'],
  },
  {
    ...usual,
    title: 'voucher nearly spent',
    firstName: 'Raimondo',
    lastName: 'Pocugranu',
    gender: 'M',
    birthDate: '1988-09-30',
    town: 'Carbonia',
    pin: '77889',
    voucher: 'nearly spent',
  },
  {
    ...usual,
    title: 'voucher about to expire (tomorrow, or today on the last day of a month)',
    firstName: 'Speranza',
    lastName: 'Tramontedda',
    gender: 'F',
    birthDate: '2001-12-14',
    town: 'Lanusei',
    pin: '99001',
    voucher: 'about to expire',
  },
  {
    ...usual,
    title: "two vouchers to choose from (last month's was prolonged)",
    firstName: 'Antioco',
    lastName: 'Bentumanna',
    gender: 'M',
    birthDate: '1955-06-22',
    town: 'Iglesias',
    voucher: 'two valid',
  },
  {
    ...usual,
    title: 'shares the plain fiscal code with the next one',
    firstName: 'Mario',
    lastName: 'Carrubeddu',
    gender: 'M',
    birthDate: '1990-01-25',
    town: 'Alghero',
    pin: '45654',
  },
  {
    ...usual,
    title: 'homocodic fiscal code',
    firstName: 'Mauro',
    lastName: 'Carrubeddu',
    gender: 'M',
    birthDate: '1990-01-25',
    town: 'Alghero',
    pin: '67876',
  },
];

/**
 * The case of a dossier that switches to electronic vouchers next month. It is the last patient, so that all others
 * keep their ids.
 */
export const caseOnPaper: NamedCase = {
  ...usual,
  title: 'paper vouchers until next month, to be swapped by an operator',
  firstName: 'Assunta',
  lastName: 'Cartavecchia',
  gender: 'F',
  birthDate: '1971-03-17',
  town: 'Cagliari',
  voucher: 'none',
};

/** The birth date of a named case when the first start of the server is today. */
export function birthDateOf(named: NamedCase, today: Day): Day {
  return typeof named.birthDate === 'string' ? named.birthDate : named.birthDate(today);
}
