// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { memoryValue } from '#src/providers/session/memory-value.ts';
import { clearSessionStorage, writeTokens } from '#src/providers/session/tokens.ts';

const PAIR = { accessToken: 'a', refreshToken: 'r' };

beforeEach(() => writeTokens(PAIR));

test('design §2 a value kept in memory outlives a refresh of the tokens, not the session', () => {
  const value = memoryValue<string>();
  value.write('RSSMRA80A01H501U');
  writeTokens({ accessToken: 'b', refreshToken: 's' });
  expect(value.read()).toBe('RSSMRA80A01H501U');
  clearSessionStorage();
  expect(value.read()).toBeNull();
});
