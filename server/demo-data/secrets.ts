import { hashPin } from '#server/domain/pin/pin-hash.ts';
import { DEFAULT_SECRETS } from '#server/settings/environment.ts';
import businesses from './data/businesses.json' with { type: 'json' };
import precomputedHashes from './data/precomputed-hashes.json' with { type: 'json' };
import { namedCases } from './values/named-cases.ts';

/** The PIN of every patient who has one and is not a named case. */
export const COMMON_PIN = '13579';

/** Every PIN and cancellation code of the demonstration data, without repetitions. */
export const demoSecrets: readonly string[] = [
  ...new Set([
    COMMON_PIN,
    ...namedCases.flatMap(({ pin }) => pin ?? []),
    ...businesses.flatMap(({ cancelCode }) => cancelCode ?? []),
  ]),
];

/**
 * The hashes of all demonstration PINs and codes. Hashing is slow on purpose, so the hashes for the demonstration
 * pepper are precomputed; any other pepper needs new ones.
 */
export async function hashSecrets(pepper: string): Promise<ReadonlyMap<string, string>> {
  if (pepper === DEFAULT_SECRETS.PIN_PEPPER) return new Map(Object.entries(precomputedHashes));
  const hashes = await Promise.all(demoSecrets.map((secret) => hashPin(secret, pepper)));
  return new Map(demoSecrets.map((secret, index) => [secret, hashes[index] ?? '']));
}
