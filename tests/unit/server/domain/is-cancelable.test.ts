import { expect, test } from 'vitest';
import { money } from '#contract/rules/money.ts';
import { isCancelable } from '#server/domain/purchases/is-cancelable.ts';

const DAYS = 5;
const active = {
  status: 'ACTIVE',
  createdAt: new Date('2026-05-31T21:59:00Z'),
  voucherStatus: 'REVOKED',
  voucherResidual: money(0),
} as const;

test.each([
  ['on its day', '2026-05-31T21:59:30Z', true],
  ['in the last second of the fifth day of Rome', '2026-06-05T21:59:59Z', true],
  ['as the sixth day begins', '2026-06-05T22:00:00Z', false],
])('decisions §6 cancelable: an active purchase %s', (_when, at, expected) => {
  expect(isCancelable(active, new Date(at), DAYS)).toBe(expected);
});

test('decisions §6 cancelable: a purchase belongs to the month of Rome in which it was made', () => {
  const afterMidnight = { ...active, createdAt: new Date('2026-05-31T22:00:00Z') };
  expect(isCancelable(afterMidnight, new Date('2026-06-30T12:00:00Z'), DAYS)).toBe(true);
});

test.each([
  ['ENABLED', '0.01', true],
  ['ENABLED', '0', false],
  ['REVOKED', '50', false],
  ['DELETED', '50', false],
] as const)(
  'decisions §6 cancelable: a cancelled purchase whose voucher is %s with %s euro left',
  (voucherStatus, left, expected) => {
    const facts = {
      status: 'CANCELLED',
      createdAt: active.createdAt,
      voucherStatus,
      voucherResidual: money(left),
    } as const;
    expect(isCancelable(facts, new Date('2027-01-01T00:00:00Z'), DAYS)).toBe(expected);
  },
);
