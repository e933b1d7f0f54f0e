import { expect, test } from 'vitest';
import type { Voucher } from '#contract/entities/voucher.ts';
import { money } from '#contract/rules/money.ts';
import {
  dossierStatus,
  hasApprovedDossier,
  patientKey,
  practiceType,
  spendableVouchers,
  voucherStatus,
} from '#src/pages/patient-search/patient-facts.ts';
import { fiscalCodeHint } from '#src/pages/patient-search/search/fiscal-code-hint.ts';

const patient = { patientId: 1, fiscalCode: 'X', activeVouchers: [], activeDossiers: [] };
const voucher: Voucher = { voucherId: 1, status: 'ENABLED' };
const lastSecond = new Date('2026-11-30T22:59:59Z');

test('decisions §4 without dossier and voucher both states are NO_VALUE', () => {
  expect([dossierStatus(patient), voucherStatus(patient), practiceType(patient)]).toEqual([
    'NO_VALUE',
    'NO_VALUE',
    undefined,
  ]);
});

test('decisions §4 the states are those of the first dossier and voucher', () => {
  const row = {
    ...patient,
    activeVouchers: [voucher, { ...voucher, status: 'REVOKED' }],
    activeDossiers: [{ dossierId: 3, type: 'CELIAC', status: 'REVOKED' }],
  };
  expect([dossierStatus(row), voucherStatus(row), practiceType(row)]).toEqual(['REVOKED', 'ENABLED', 'CELIAC']);
  expect(hasApprovedDossier(row)).toBe(false);
});

test('decisions §4 the same patient with two dossiers is two rows', () => {
  const rows = [3, 4].map((dossierId) => ({ ...patient, activeDossiers: [{ dossierId, status: 'APPROVED' }] }));
  expect(new Set(rows.map(patientKey)).size).toBe(2);
});

test.each<[string, Partial<Voucher>, boolean]>([
  ['ENABLED', {}, true],
  ['REVOKED', { status: 'REVOKED' }, false],
  ['a status of another server', { status: 'FROZEN' }, false],
  ['in its last second', { dateDisabled: '2026-11-30T23:59:59+01:00' }, false],
  ['a second before its last', { dateDisabled: '2026-12-01T00:00:00+01:00' }, true],
  ['on its last day, without time', { dateDisabled: '2026-11-30' }, true],
  ['after its last day, without time', { dateDisabled: '2026-11-29' }, false],
  ['spent', { residualAmount: money(0) }, false],
  ['with something left', { residualAmount: money('0.01') }, true],
])('decisions §4 may be charged: a voucher %s', (_, facts, spendable) => {
  const found = spendableVouchers({ ...patient, activeVouchers: [{ ...voucher, ...facts }] }, lastSecond);
  expect(found).toHaveLength(spendable ? 1 : 0);
});

test.each([
  ['', null],
  ['rss', 'tooShort'],
  ['RSSMRA', null],
  ['RSSMRA80A01H501U', null],
  ['rssmra80a01h501u', null],
  ['RSSMRA80A01H501X', 'wrongCheck'],
  ['RSSMRA80A01H501UU', 'wrongCheck'],
])('§2 fiscal code field: what is said of %j: %s', (typed, hint) => expect(fiscalCodeHint(typed)).toBe(hint));
