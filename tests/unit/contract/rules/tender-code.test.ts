import { expect, test } from 'vitest';
import { isTenderCode } from '#contract/rules/tender-code.ts';

test.each(['ES01', 'ES27', '1000000A18', 'X830000003', 'B0A1B2C3D4'])('rules §7 tender: %s is a code', (code) => {
  expect(isTenderCode(code)).toBe(true);
});

test.each([
  '',
  'ES00',
  'ES28',
  'ES1',
  '1000000000',
  '0000000000',
  'XFF0000003',
  'X000000000',
  '12345678',
  'b0a1b2c3d4',
])('rules §7 tender: %j is none', (code) => {
  expect(isTenderCode(code)).toBe(false);
});
