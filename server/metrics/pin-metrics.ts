import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Services } from '#server/domain/context.ts';
import { findBusinessesWithManyWrongPins } from '#server/domain/pin/many-wrong-pins.ts';
import { gaugeReadWhenAsked } from './gauge-read-when-asked.ts';
import { sharedReading } from './shared-reading.ts';

/**
 * Registers the metrics of PINs: the hashing in this process, and the businesses with many wrong PINs from the
 * database.
 */
export function measurePins(registry: Registry, services: Services, log: FastifyBaseLogger): void {
  const { hashing } = services;
  gaugeReadWhenAsked(
    registry,
    'pin_hashes_underway',
    'PINs under way in this process, those that are hashed or wait for it among them.',
    () => hashing.counts.taken,
  );
  gaugeReadWhenAsked(
    registry,
    'pin_hashes_running',
    'PINs that this process hashes now.',
    () => hashing.counts.running,
  );
  gaugeReadWhenAsked(
    registry,
    'pin_hashes_waiting',
    'PINs that wait for a thread of this process.',
    () => hashing.counts.waiting,
  );
  const readBusinesses = sharedReading(log, 'wrong PINs', () => findBusinessesWithManyWrongPins(services));
  gaugeReadWhenAsked(
    registry,
    'businesses_with_many_wrong_pins',
    'Businesses with so many wrong PINs within the last hour that somebody should look.',
    async () => (await readBusinesses())?.length,
  );
}
