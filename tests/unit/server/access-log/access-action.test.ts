import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { actionOf } from '#server/access-log/search-access-log.ts';

/** The resources whose calls show a patient. */
const OF_PATIENTS = /^(admin-(consultations|dossiers|patients|vouchers)|billing-summary|carts|patients|purchases)\./;

test('rules §9 access log: every call that shows a patient has words of its own', () => {
  const names = api.map(({ name }) => name).filter((name) => OF_PATIENTS.test(name));
  expect(names).toContain('patients.search');
  expect(names.filter((name) => actionOf(name, null) === 'OTHER')).toEqual([]);
});

test("rules §9 access log: no change of an operator's is called a reading", () => {
  const changes = api.filter(({ name, method, searchesByBody }) => {
    return name.startsWith('admin-') && OF_PATIENTS.test(name) && method !== 'GET' && searchesByBody !== true;
  });
  expect(changes.map(({ name }) => name)).toContain('admin-patients.issuePin');
  expect(changes.filter(({ name }) => actionOf(name, null).endsWith('_READ'))).toEqual([]);
});

test('rules §9 access log: a change is told by the table of its row, whatever changed it', () => {
  expect(actionOf('ROW_CHANGED', 'dossier')).toBe('DOSSIER_CHANGED');
  expect(actionOf('ROW_CREATED', 'patient')).toBe('PATIENT_CHANGED');
  expect(actionOf('PURCHASE_MADE', null)).toBe('PURCHASE_MADE');
  expect(actionOf('SOMETHING_NEW', null)).toBe('OTHER');
});
