import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '#server/domain/context.ts';
import { findBusinessesWithManyWrongPins } from '#server/domain/pin/many-wrong-pins.ts';

/**
 * Logs an alarm for each business that has newly reached many wrong PINs.
 * @param known the businesses of earlier alarms
 * @returns the businesses with many wrong PINs now
 */
export async function watchWrongPins(
  services: Services,
  logger: FastifyBaseLogger,
  known: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const found = await findBusinessesWithManyWrongPins(services);
  for (const { businessId, count } of found) {
    if (!known.has(businessId)) logger.error({ businessId, count }, 'many wrong PINs at a business');
  }
  return new Set(found.map(({ businessId }) => businessId));
}
