import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { deedOf } from '#server/domain/access-log/deed.ts';

/** The resources of the calls that show a patient. */
const OF_PATIENTS = /^(admin-(consultations|dossiers|patients|vouchers)|billing-summary|carts|patients|purchases)\./;

test('rules §9 access log: every call that shows a patient has words of its own', () => {
  const names = api.map(({ name }) => name).filter((name) => OF_PATIENTS.test(name));
  expect(names).toContain('patients.search');
  expect(names.filter((name) => deedOf(name, null) === 'OTHER')).toEqual([]);
});

test('rules §9 access log: a change is told by the table of its row, whatever changed it', () => {
  expect(deedOf('ROW_CHANGED', 'dossier')).toBe('DOSSIER_CHANGED');
  expect(deedOf('ROW_CREATED', 'patient')).toBe('PATIENT_CHANGED');
  expect(deedOf('PURCHASE_MADE', null)).toBe('PURCHASE_MADE');
  expect(deedOf('SOMETHING_NEW', null)).toBe('OTHER');
});
