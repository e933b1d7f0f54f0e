import { Counter, Gauge, Registry } from 'prom-client';
import type { Services } from '#server/domain/context.ts';
import { findBusinessesWithManyWrongPins } from '#server/domain/pin/many-wrong-pins.ts';

/**
 * Measures PINs: those that this process hashes, and the businesses where many are wrong, which the database counts.
 * @returns what tells the present numbers in the Prometheus format
 */
export function measurePins(services: Services): () => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const taken = new Gauge({
    name: 'pin_hashes_underway',
    help: 'PINs that are hashed or wait for it in this process.',
    registers,
  });
  const refused = new Counter({
    name: 'pin_hashes_refused_total',
    help: 'PINs that this process refused to hash because too many waited.',
    registers,
  });
  const suspicious = new Gauge({
    name: 'businesses_with_many_wrong_pins',
    help: 'Businesses with so many wrong PINs within the last hour that somebody should look; -1 while nobody knows.',
    registers,
  });
  return async () => {
    const { counts } = services.hashing;
    taken.set(counts.taken);
    refused.reset();
    refused.inc(counts.refused);
    suspicious.set(
      await findBusinessesWithManyWrongPins(services).then(
        ({ length }) => length,
        () => -1,
      ),
    );
    return registry.metrics();
  };
}
