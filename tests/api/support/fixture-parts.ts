import { gtinCheckDigit } from '#contract/rules/product-code.ts';
import { fiscalCodeCheckCharacter } from '#contract/rules/fiscal-code.ts';

/** A product on sale. */
export interface FixtureProduct {
  readonly id: number;
  readonly name: string;
  readonly ean: string;
  /** In euro. */
  readonly refPrice: string;
  readonly manufacturer: number;
  readonly categories: readonly number[];
}

/**
 * Creates a product of the fixture.
 * @param ean the EAN-13 without its check digit
 */
export function product(
  id: number,
  name: string,
  ean: string,
  refPrice: string,
  manufacturer: number,
  categories: number[],
): FixtureProduct {
  return { id, name, ean: ean + gtinCheckDigit(ean), refPrice, manufacturer, categories };
}

/** A voucher of a dossier. */
export interface FixtureVoucher {
  readonly id: number;
  /** The first day of the month. */
  readonly month: string;
  /** The last day on which it may be spent, if it is not the month's last. */
  readonly lastDay?: string;
  readonly status?: 'REVOKED';
  /** In euro. `residual` is given when something was spent. */
  readonly initial: string;
  readonly residual?: string;
}

/** A dossier of a patient, with its vouchers. */
export interface FixtureDossier {
  readonly id: number;
  readonly asl: number;
  readonly status?: 'REVOKED';
  /** The monthly amount in euro. Only protein-free dossiers have one. */
  readonly monthlyAmount?: string;
  readonly vouchers: readonly FixtureVoucher[];
}

/** A patient with their dossiers and vouchers. */
export interface FixturePatient {
  readonly id: number;
  readonly fiscalCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'M' | 'F';
  readonly birthDate: string;
  readonly hasPin: boolean;
  readonly isEnabled: boolean;
  readonly dossiers: readonly FixtureDossier[];
}

interface PatientOptions {
  readonly hasPin?: boolean;
  readonly isEnabled?: boolean;
}

/**
 * Creates a patient of the fixture.
 * @param code the fiscal code without its check character. It encodes gender and birth date (of the 20th century).
 */
export function patient(
  id: number,
  code: string,
  [firstName, lastName]: [string, string],
  dossiers: FixtureDossier[],
  { hasPin = false, isEnabled = true }: PatientOptions = {},
): FixturePatient {
  const day = Number(code.slice(9, 11));
  const month = 'ABCDEHLMPRST'.indexOf(code.charAt(8)) + 1;
  const birthDate = [`19${code.slice(6, 8)}`, month, day % 40].map((part) => String(part).padStart(2, '0')).join('-');
  const gender = day > 40 ? 'F' : 'M';
  const fiscalCode = code + fiscalCodeCheckCharacter(code);
  return { id, fiscalCode, firstName, lastName, gender, birthDate, hasPin, isEnabled, dossiers };
}

/** Creates a voucher of May 2026, the month of the tests, with other values if given. */
export function mayVoucher(id: number, initial: string, other: Partial<FixtureVoucher> = {}): FixtureVoucher {
  return { id, month: '2026-05-01', initial, ...other };
}

/** A purchase and its cart. */
export interface FixturePurchase {
  readonly id: number;
  readonly patient: FixturePatient;
  readonly dossier: number;
  readonly voucher: number;
  readonly asl: number;
  readonly business: number;
  readonly store: number;
  readonly user: number;
  readonly at: Date;
  readonly isCancelled?: boolean;
  /** The residual right after the purchase, in euro. */
  readonly residualAfter: string;
  readonly items: readonly (readonly [product: FixtureProduct, quantity: number])[];
}
