import { expect, test } from 'vitest';
import { money } from '#contract/rules/money.ts';
import type { DossierKind } from '#server/database/dossier-kinds.ts';
import { KINDS } from '../../../../demo/kinds.ts';
import { monthlyCeiling } from '#server/patients/vouchers.ts';

const { CELIAC, PROTEIN_FREE } = KINDS as Record<'CELIAC' | 'PROTEIN_FREE', DossierKind>;
const MONTH = '2026-11-01';

function ceiling(birthDate: string, gender: 'M' | 'F'): string | undefined {
  return monthlyCeiling({ kind: CELIAC, birthDate, gender, monthlyAmount: null, month: MONTH })?.toFixed();
}

test.each([
  ['below 6 months', '2026-05-02', undefined, undefined],
  ['6 months to the day', '2026-05-01', '56', '56'],
  ['5 years, the day before the birthday', '2020-11-02', '56', '56'],
  ['6 years to the day', '2020-11-01', '70', '70'],
  ['9 years', '2016-11-02', '70', '70'],
  ['10 years', '2016-11-01', '100', '90'],
  ['13 years', '2012-11-02', '100', '90'],
  ['14 years', '2012-11-01', '124', '99'],
  ['17 years', '2008-11-02', '124', '99'],
  ['18 years', '2008-11-01', '110', '90'],
  ['59 years', '1966-11-02', '110', '90'],
  ['60 years', '1966-11-01', '89', '75'],
  ['101 years', '1925-01-01', '89', '75'],
])('rules §4 ceilings: %s', (_age, birthDate, male, female) => {
  expect(ceiling(birthDate, 'M')).toBe(male);
  expect(ceiling(birthDate, 'F')).toBe(female);
});

test('rules §4 ceilings: six months are counted across the end of the year', () => {
  const facts = { kind: CELIAC, gender: 'F', monthlyAmount: null, month: '2027-03-01' } as const;
  expect(monthlyCeiling({ ...facts, birthDate: '2026-09-02' })).toBeNull();
  expect(monthlyCeiling({ ...facts, birthDate: '2026-09-01' })?.toFixed()).toBe('56');
});

test('rules §4 ceilings: a protein-free dossier has its own amount at any age', () => {
  const facts = { kind: PROTEIN_FREE, gender: 'M', month: MONTH } as const;
  expect(monthlyCeiling({ ...facts, birthDate: '2026-10-30', monthlyAmount: money('140.50') })?.toFixed()).toBe(
    '140.5',
  );
});
