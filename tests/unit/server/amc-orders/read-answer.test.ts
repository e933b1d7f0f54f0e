import { expect, test } from 'vitest';
import { readAnswer } from '#server/amc-orders/esb.ts';

test.each([
  [202, '', 'TAKEN'],
  [202, '{"status":"RECEIVED"}', 'TAKEN'],
  [200, '{"status":"RECEIVED","id":7}', 'TAKEN'],
  [200, '{"status":"ACCEPTED","reason":null}', 'ACCEPTED'],
  [201, '{"status":"ACCEPTED"}', 'ACCEPTED'],
])('rules §7 ESB: %i %j means %s', (status, body, kind) => {
  expect(readAnswer(status, body)).toEqual({ kind });
});

test.each([
  ['"AMC-2026/41"', 'AMC-2026/41'],
  ['41', '41'],
  ['" "', undefined],
  ['null', undefined],
  ['{"no":"text"}', undefined],
  [JSON.stringify('9'.repeat(101)), '9'.repeat(100)],
])("rules §7 ESB: the bus's number %s of an order is kept as %j, whatever its verdict", (number, kept) => {
  for (const verdict of ['RECEIVED', 'ACCEPTED', 'REJECTED']) {
    const outcome = readAnswer(200, `{"status":"${verdict}","number":${number}}`);
    expect(outcome).toMatchObject({ kind: verdict === 'RECEIVED' ? 'TAKEN' : verdict });
    expect('number' in outcome ? outcome.number : undefined).toBe(kept);
  }
});

test.each([
  ['{"status":"REJECTED","reason":" Fuori periodo "}', 'Fuori periodo'],
  ['{"status":"REJECTED"}', '-'],
  ['{"status":"REJECTED","reason":"  "}', '-'],
  [JSON.stringify({ status: 'REJECTED', reason: 'x'.repeat(501) }), 'x'.repeat(500)],
])('rules §7 ESB: a rejection always has a reason to show: %s', (body, reason) => {
  expect(readAnswer(200, body)).toEqual({ kind: 'REJECTED', reason });
});

test.each([
  [401, '{"status":"REJECTED","reason":"token"}'],
  [404, ''],
  [302, ''],
  [422, '{"status":"REJECTED"}'],
  [503, '{"status":"ACCEPTED"}'],
  [200, ''],
  [200, '<html>Login</html>'],
  [200, '{"status":"LATER"}'],
  [200, '"ACCEPTED"'],
  [202, '<html></html>'],
])('rules §7 ESB: %i %j neither delivers nor releases anything', (status, body) => {
  const outcome = readAnswer(status, body);
  expect(outcome.kind === 'FAILED' && outcome.cause).toContain(`HTTP ${status}`);
});
