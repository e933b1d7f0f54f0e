import { expect, test } from 'vitest';
import { COMMON_PIN, demoSecrets, hashSecrets } from '#demo/describe-demo-data.ts';
import { verifyPin } from '#server/pins/hashing.ts';
import { DEFAULT_SECRETS } from '#server/settings/settings.ts';
import { isFull } from '#tests/extent.ts';

/** Each hash takes long. */
const FEW = 5;

test('design §2 demonstration data: a precomputed hash is the one of its PIN or code, with the demonstration pepper', async () => {
  const hashes = await hashSecrets(DEFAULT_SECRETS.PIN_PEPPER);
  expect([...hashes.keys()].sort()).toEqual([...demoSecrets].sort());
  for (const [secret, hash] of [...hashes].slice(0, isFull ? hashes.size : FEW)) {
    expect(await verifyPin(secret, hash, DEFAULT_SECRETS.PIN_PEPPER)).toBe(true);
  }
});

test('design §2 demonstration data: with another pepper the hashes are made anew', async () => {
  const pepper = 'another-pepper-of-one-installation';
  const hash = (await hashSecrets(pepper)).get(COMMON_PIN) ?? '';
  expect(await verifyPin(COMMON_PIN, hash, pepper)).toBe(true);
  expect(await verifyPin(COMMON_PIN, hash, DEFAULT_SECRETS.PIN_PEPPER)).toBe(false);
});
