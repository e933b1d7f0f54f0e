import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '#server/domain/context.ts';
import { findBusinessesWithManyWrongPins } from '#server/domain/pin/many-wrong-pins.ts';

/**
 * Raises an alarm in the log for each business where many PINs have come to be wrong.
 * @param known the businesses it was raised for before
 * @returns those for which it holds now
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
