import { expect, test } from 'vitest';
import { money } from '#contract/rules/money.ts';
import { isCancelable, mayBeCancelled } from '#server/purchases/cancel-purchase.ts';

const voucher = { status: 'REVOKED', disabledAt: new Date('2026-05-31T21:59:59Z'), residual: money(0) } as const;
const active = {
  status: 'ACTIVE',
  createdAt: new Date('2026-05-31T21:59:00Z'),
  isOrdered: false,
  voucher,
} as const;

test.each([
  ['on its day', '2026-05-31T21:59:30Z', true],
  ['in the last second of the fifth day of Rome', '2026-06-05T21:59:59Z', true],
  ['as the sixth day begins', '2026-06-05T22:00:00Z', false],
])('rules §6 cancelable: an active purchase %s', (_when, at, expected) => {
  expect(isCancelable(active, new Date(at))).toBe(expected);
  expect(mayBeCancelled(active, new Date(at))).toBe(expected);
});

test('rules §6 cancelable: a purchase belongs to the month of Rome in which it was made', () => {
  const afterMidnight = { ...active, createdAt: new Date('2026-05-31T22:00:00Z') };
  expect(isCancelable(afterMidnight, new Date('2026-06-30T12:00:00Z'))).toBe(true);
});

test('rules §6 cancelable: across the change of summer time, days end at midnight of Rome', () => {
  const inOctober = { ...active, createdAt: new Date('2026-10-24T10:00:00Z') };
  expect(isCancelable(inOctober, new Date('2026-11-05T22:59:59Z'))).toBe(true);
  expect(isCancelable(inOctober, new Date('2026-11-05T23:00:00Z'))).toBe(false);
});

test('rules §6 cancelable: not an active purchase that is in an AMC order', () => {
  expect(isCancelable({ ...active, isOrdered: true }, active.createdAt)).toBe(false);
});

test('§4 cancellation: a cancelled purchase may not be cancelled again, even where it may be made again', () => {
  const cancelled = { ...active, status: 'CANCELLED' } as const;
  expect(mayBeCancelled(cancelled, active.createdAt)).toBe(false);
});

test.each([
  ['ENABLED', '0.01', true],
  ['ENABLED', '0', false],
  ['REVOKED', '50', false],
  ['DELETED', '50', false],
] as const)(
  'rules §6 cancelable: a cancelled purchase whose voucher is %s with %s euro left',
  (status, left, expected) => {
    const facts = { ...active, status: 'CANCELLED', voucher: { ...voucher, status, residual: money(left) } } as const;
    expect(isCancelable(facts, voucher.disabledAt)).toBe(expected);
  },
);

test('rules §6 cancelable: a cancelled purchase whose voucher has expired may not be made again', () => {
  const enabled = { ...voucher, status: 'ENABLED', residual: money(50) } as const;
  const facts = { ...active, status: 'CANCELLED', voucher: enabled } as const;
  expect(isCancelable(facts, new Date('2026-05-31T22:00:00Z'))).toBe(false);
});
