import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { isExtra } from '#contract/call.ts';
import { signOut } from '#contract/calls/authentication.ts';
import { executeCancellation, searchPurchases } from '#contract/calls/purchases.ts';
import { readAnswer } from '#src/providers/api/read-answer.ts';

function kindOf(body: unknown): string {
  return readAnswer(searchPurchases, { status: 200, body }).kind;
}

test.each([
  ['data: null', { data: null }],
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
  ['neither data nor error', {}],
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

/** What stands in the way of an API answers, as the portal reads it: a text that is no JSON is undefined. */
const PAGES: readonly (readonly [string, unknown])[] = [
  ['HTML, text or nothing', undefined],
  ['an object of another shape', { message: 'Forbidden' }],
  ['an error that is a text', { timestamp: '2026-11-28T10:00:00Z', status: 404, error: 'Not Found', path: '/api' }],
  ['an error that is null', { error: null }],
  ['an error that is a list', { error: ['Forbidden'] }],
  ['errors', { errors: [{ detail: 'Forbidden' }] }],
  ['a list', []],
  ['null', null],
  ['a text', 'Forbidden'],
  ['a number', 403],
];

test.each(PAGES)(
  "rules §2 a page that is not the API's is broken for every call, whatever its status: %s",
  (_, body) => {
    for (const call of api) {
      const kinds = [200, 400, 403, 404, 409].map((status) => [status, readAnswer(call, { status, body }).kind]);
      const absent = isExtra(call) ? 'failure' : 'broken';
      const expected = [200, 400, 403, 404, 409].map((status) => [status, status === 404 ? absent : 'broken']);
      expect([call.name, kinds]).toEqual([call.name, expected]);
    }
  },
);

test.each([413, 429, 431, 500, 502, 503, 511])(
  '§8 a page with the status %d is a failure with that status',
  (status) => {
    expect(readAnswer(searchPurchases, { status, body: undefined })).toMatchObject({
      kind: 'failure',
      failure: { status },
    });
  },
);

test.each([
  ['an error', { error: {} }],
  ['an error and no data', { data: null, error: { description: 'CART_EMPTY' } }],
  ['data', { data: {} }],
])("rules §2 an answer with %s is the API's", (_, body) => {
  for (const status of [400, 403, 404, 409])
    expect(readAnswer(searchPurchases, { status, body })).toMatchObject({ kind: 'failure', failure: { status } });
});
