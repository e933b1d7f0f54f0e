import { expect, test } from 'vitest';
import { signOut } from '#contract/calls/authentication.ts';
import { executeCancellation, searchPurchases } from '#contract/calls/purchases.ts';
import { readAnswer } from '#src/providers/api/read-answer.ts';

function kindOf(body: unknown): string {
  return readAnswer(searchPurchases, { status: 200, body }).kind;
}

test.each([
  ['data: null', { data: null }],
  ['no data', {}],
  ['data: null beside a status', { data: null, status: { trace: 't' } }],
])('rules §1 %s is enough for a call of which nothing need be read', (_, body) => {
  expect(readAnswer(signOut, { status: 200, body })).toEqual({ kind: 'success', data: {} });
  expect(readAnswer(executeCancellation, { status: 200, body }).kind).toBe('success');
});

test.each([
  ['data: null where rows are read', { data: null }],
  ['data: null beside a pagination', { data: null, pagination: { totalCount: 0 } }],
  ['a number where a list should be', { data: { purchases: 5, pagination: { totalCount: 5 } } }],
  ['a list where data should be', { data: [] }],
  ['text where data should be', { data: 'x', pagination: { totalCount: 0 } }],
  ['a row without its id', { data: { purchases: [{ status: 'ACTIVE' }], pagination: { totalCount: 1 } } }],
  ['no body that could be read', undefined],
])('design §2 a broken answer: %s', (_, body) => {
  expect(kindOf(body)).toBe('broken');
});

test.each([-1, 1.5, '7', null, Number.MAX_VALUE])(
  'design §2 a count of rows that is none is broken: %s',
  (totalCount) => {
    expect(kindOf({ data: { purchases: [], pagination: { totalCount } } })).toBe('broken');
    expect(kindOf({ data: { purchases: [] }, pagination: { totalCount } })).toBe('broken');
  },
);
