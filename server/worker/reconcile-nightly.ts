import type { FastifyBaseLogger } from 'fastify';
import { romeDay, startOfDay } from '#contract/rules/dates.ts';
import type { Services } from '#server/domain/context.ts';
import { reconcile } from '#server/domain/ledger/reconcile.ts';

/** A start leaves it to a run that ended less than so long before, in ms: processes start one after the other. */
const RECENT_MS = 60 * 60 * 1000;

/**
 * Compares what is stored with the ledger soon after the start, where nobody just has, and each night after midnight.
 * Each row that differs raises an alarm in the log.
 */
export async function reconcileNightly(
  services: Services,
  logger: FastifyBaseLogger,
  startedAt: Date,
  stop: AbortSignal,
): Promise<void> {
  const midnight = startOfDay(romeDay(services.now()));
  const recent = new Date(startedAt.getTime() - RECENT_MS);
  const found = await reconcile(services, {
    unlessSince: recent > midnight ? recent : midnight,
    onMismatch: (table, ids) => logger.error({ table, ids }, 'the ledger does not match'),
    stop,
  });
  if (found !== undefined) logger.info(found, 'ledger reconciled');
}
