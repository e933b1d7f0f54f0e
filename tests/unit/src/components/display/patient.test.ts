import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { patient, type Patient } from '#contract/entities/patient.ts';
import {
  categoryTypeOf,
  dossierStatus,
  fiscalCodeHint,
  hasApprovedDossier,
  patientKey,
  spendableVouchers,
  voucherStatus,
} from '#src/components/display/patient.ts';

const voucher = { voucherId: 1, status: 'ENABLED' };
const lastSecond = new Date('2026-11-30T22:59:59Z');

/** A patient as the portal reads it from a response. */
function rowOf(facts: object): Patient {
  return z.parse(patient.read, { patientId: 1, fiscalCode: 'X', ...facts });
}

test('rules §4 without dossier and voucher both states are NO_VALUE', () => {
  const row = rowOf({});
  expect([dossierStatus(row), voucherStatus(row), categoryTypeOf(row)]).toEqual(['NO_VALUE', 'NO_VALUE', undefined]);
});

test('rules §4 the states are those of the first dossier and voucher', () => {
  const row = rowOf({
    activeVouchers: [voucher, { ...voucher, status: 'REVOKED' }],
    activeDossiers: [{ dossierId: 3, type: 'CELIAC', status: 'REVOKED' }],
  });
  expect([dossierStatus(row), voucherStatus(row), categoryTypeOf(row)]).toEqual(['REVOKED', 'ENABLED', 'CELIAC']);
  expect(hasApprovedDossier(row)).toBe(false);
});

test('rules §4 the same patient with two dossiers is two rows', () => {
  const rows = [3, 4].map((dossierId) => rowOf({ activeDossiers: [{ dossierId, status: 'APPROVED' }] }));
  expect(new Set(rows.map(patientKey)).size).toBe(2);
});

test.each<[string, object, boolean]>([
  ['ENABLED', {}, true],
  ['REVOKED', { status: 'REVOKED' }, false],
  ['with a status of another server', { status: 'FROZEN' }, false],
  ['in its last second', { dateDisabled: '2026-11-30T23:59:59+01:00' }, false],
  ['a second before its last', { dateDisabled: '2026-12-01T00:00:00+01:00' }, true],
  ['on its last day, without time', { dateDisabled: '2026-11-30' }, true],
  ['after its last day, without time', { dateDisabled: '2026-11-29' }, false],
  ['spent', { residualAmount: 0 }, false],
  ['with something left', { residualAmount: 0.01 }, true],
])('rules §4 may be charged: a voucher %s', (_, facts, spendable) => {
  const found = spendableVouchers(rowOf({ activeVouchers: [{ ...voucher, ...facts }] }), lastSecond);
  expect(found).toHaveLength(spendable ? 1 : 0);
});

test.each([
  ['', null],
  ['rss', 'incomplete'],
  ['RSSMRA80A01H501', 'incomplete'],
  ['RSSMRA80A01H501U', null],
  ['rssmra80a01h501u', null],
  ['12345678903', null],
  ['12345678901', 'wrongCheck'],
  ['1234567890', 'incomplete'],
  ['stp 2001010000012', 'foreigners'],
  ['ENI2001010000012', 'foreigners'],
  ['RSSMRA80A01H501X', 'wrongCheck'],
  ['RSSMRA80A01H501UU', 'wrongCheck'],
])('§2 fiscal code field: what is said of %j: %s', (typed, hint) => {
  expect(fiscalCodeHint(typed, true)).toBe(hint);
  // Another server may find by parts of a code.
  expect(fiscalCodeHint(typed, false)).toBe(hint === 'incomplete' ? null : hint);
});
