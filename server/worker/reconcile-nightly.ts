import type { FastifyBaseLogger } from 'fastify';
import { romeDay, startOfDay } from '#contract/rules/dates.ts';
import type { Services } from '#server/domain/context.ts';
import { reconcile } from '#server/domain/ledger/reconcile.ts';

/**
 * Compares what is stored with the ledger when nobody has since this process started, and each night after midnight.
 * Each row that differs raises an alarm in the log.
 */
export async function reconcileNightly(
  services: Services,
  logger: FastifyBaseLogger,
  startedAt: Date,
  stop: AbortSignal,
): Promise<void> {
  const midnight = startOfDay(romeDay(services.now()));
  const found = await reconcile(services, {
    unlessSince: startedAt > midnight ? startedAt : midnight,
    onMismatch: (table, ids) => logger.error({ table, ids }, 'the ledger does not match'),
    stop,
  });
  if (found !== undefined) logger.info(found, 'ledger reconciled');
}
