import { expect, test } from 'vitest';
import { purchase } from '#contract/calls/purchases.ts';
import { money } from '#contract/rules/money.ts';
import { amount, date, integer, listOf, optional, record, text, timestamp } from '#contract/wire.ts';
import { serialize } from '#server/serialize.ts';

const block = record({
  at: timestamp,
  day: date,
  number: integer,
  price: amount,
  note: optional(text),
  lines: listOf(record({ total: amount })),
});

test('rules §1 answers: amounts and instants are written by the contract, at any depth and however they are held', () => {
  const row = { at: new Date('2026-05-15T08:00:00Z'), day: '2026-05-15', number: 3, price: '1.333333' };
  const written = serialize(block.shape, { ...row, note: null, lines: [{ total: money('4.10') }, { total: 5 }] });
  expect(written).toEqual({
    at: '2026-05-15T10:00:00.000+02:00',
    day: '2026-05-15',
    number: 3,
    price: 1.333333,
    note: null,
    lines: [{ total: 4.1 }, { total: 5 }],
  });
});

test('rules §1 answers: what the contract does not name leaves no answer, nor does what is not known', () => {
  const written = serialize(purchase.shape, { purchaseId: 7, pinHash: 'secret', amcOrderId: undefined });
  expect(written).toEqual({ purchaseId: 7 });
});

test.each([['NaN'], [{}], ['']])('rules §1 left out: an amount of %j is not written', (price) => {
  expect(() => serialize(block.shape, { price })).toThrow();
});
