import { hashPin } from '#server/domain/pin/pin-hash.ts';
import { DEFAULT_SECRETS } from '#server/environment.ts';
import { demoBusinesses } from './businesses.ts';
import { namedCases } from './named-cases.ts';
import { precomputedHashes } from './precomputed-hashes.ts';

/** The PIN of every patient who is asked for one and is no named case. */
export const COMMON_PIN = '13579';

/** Every PIN and cancellation code of the demonstration data, each once. */
export const demoSecrets: readonly string[] = [
  ...new Set([
    COMMON_PIN,
    ...namedCases.flatMap(({ pin }) => pin ?? []),
    ...demoBusinesses.flatMap(({ cancelCode }) => cancelCode ?? []),
  ]),
];

/**
 * The hashes of all demonstration PINs and codes. With the demonstration pepper they are ready made, since hashing
 * is slow by design; with any other they are made anew.
 */
export async function hashSecrets(pepper: string): Promise<ReadonlyMap<string, string>> {
  if (pepper === DEFAULT_SECRETS.PIN_PEPPER) return precomputedHashes;
  const hashes = await Promise.all(demoSecrets.map((secret) => hashPin(secret, pepper)));
  return new Map(demoSecrets.map((secret, index) => [secret, hashes[index] ?? '']));
}
