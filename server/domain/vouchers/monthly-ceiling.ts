import type { CategoryType } from '#contract/entities/category.ts';
import type { Gender } from '#contract/entities/patient.ts';
import { ageOn, type Day } from '#contract/rules/dates.ts';
import { type Money, money } from '#contract/rules/money.ts';

/** The facts that decide the monthly amount of a dossier. */
export interface CeilingFacts {
  readonly type: CategoryType;
  readonly birthDate: Day;
  readonly gender: Gender;
  /** The dossier's own monthly amount in euro; only set for a protein-free dossier. */
  readonly monthlyAmount: Money | null;
  /** The first day of the month. */
  readonly month: Day;
}

/** The national monthly ceilings in euro by age in whole years on the 1st of the month; oldest first. */
const CEILINGS = [
  { fromAge: 60, M: '89', F: '75' },
  { fromAge: 18, M: '110', F: '90' },
  { fromAge: 14, M: '124', F: '99' },
  { fromAge: 10, M: '100', F: '90' },
  { fromAge: 6, M: '70', F: '70' },
  { fromAge: 0, M: '56', F: '56' },
] as const;

const FIRST_MONTHS_WITHOUT = 6;

function isTooYoung(birthDate: Day, month: Day): boolean {
  const youngest = new Date(`${month}T00:00:00Z`);
  youngest.setUTCMonth(youngest.getUTCMonth() - FIRST_MONTHS_WITHOUT);
  return birthDate > youngest.toISOString().slice(0, 10);
}

/**
 * The initial amount in euro of a dossier's voucher for a month (rules §4): the dossier's own amount when it is
 * protein-free, otherwise the national ceiling for the patient's age on the 1st; null when the dossier gets no voucher.
 */
export function monthlyCeiling({ type, birthDate, gender, monthlyAmount, month }: CeilingFacts): Money | null {
  if (type === 'PROTEIN_FREE') return monthlyAmount;
  if (isTooYoung(birthDate, month)) return null;
  const age = ageOn(birthDate, month);
  const ceiling = CEILINGS.find(({ fromAge }) => age >= fromAge);
  return ceiling ? money(ceiling[gender]) : null;
}
