import type { FastifyBaseLogger } from 'fastify';
import { romeDay, startOfDay } from '#contract/rules/dates.ts';
import type { Services } from '#server/domain/context.ts';
import { reconcile } from '#server/domain/reconciliation/reconcile.ts';

/**
 * A start skips its run when another run ended less than this time before (in ms), because processes often start one
 * after the other.
 */
const RECENT_MS = 60 * 60 * 1000;

/**
 * Compares stored amounts with the ledger soon after the start, unless another process has just done it, and every
 * night after midnight. Each difference is logged as an alarm.
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
