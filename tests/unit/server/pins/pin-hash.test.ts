import { expect, test } from 'vitest';
import { hashPin, verifyPin } from '#server/pins/hashing.ts';

const PEPPER = 'a pepper';

test('rules §6 PIN: only the same PIN with the same pepper is right', async () => {
  const hash = await hashPin('12345', PEPPER);
  expect(await verifyPin('12345', hash, PEPPER)).toBe(true);
  expect(await verifyPin('12346', hash, PEPPER)).toBe(false);
  expect(await verifyPin('', hash, PEPPER)).toBe(false);
  expect(await verifyPin('12345', hash, 'another pepper')).toBe(false);
});

test('rules §6 PIN: the hash is salted, says its cost and holds no PIN', async () => {
  const [first, second] = await Promise.all([hashPin('12345', PEPPER), hashPin('12345', PEPPER)]);
  expect(first).toMatch(/^scrypt\$32768\$8\$1\$[\w-]+\$[\w-]+\$[\da-f]{8}$/);
  expect(first).not.toBe(second);
  expect(first).not.toContain('12345');
});

test('rules §6 PIN: a malformed hash is an error, never a right PIN', async () => {
  await expect(verifyPin('12345', 'scrypt$1$1$1$', PEPPER)).rejects.toThrow('Malformed PIN hash');
});
