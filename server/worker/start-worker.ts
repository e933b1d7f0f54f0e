import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { forgetRecords } from '#server/domain/audit/forget-records.ts';
import type { Services } from '#server/domain/context.ts';
import { esbTarget } from '#server/esb/esb-target.ts';
import type { EsbSettings } from '#server/settings.ts';
import { deliverOrders } from './deliver-orders.ts';
import { renewVouchers } from './renew-vouchers.ts';
import { type Repetition, repeat } from './repeat.ts';
import { watchWrongPins } from './watch-wrong-pins.ts';

const RENEW_EVERY_MS = 10 * 60 * 1000;
const RENEW_AGAIN_MS = 10 * 1000;
const FORGET_EVERY_MS = 60 * 60 * 1000;
const WATCH_EVERY_MS = 60 * 1000;

async function areRenewed(services: Services, logger: FastifyBaseLogger): Promise<boolean> {
  try {
    const made = await renewVouchers(services);
    if (made > 0) logger.info({ made }, 'vouchers renewed');
    return true;
  } catch (error) {
    logger.error({ err: error }, 'vouchers not renewed');
    return false;
  }
}

/**
 * Does what must happen without a request (design §4): renews vouchers every ten minutes, delivers AMC orders as often as
 * the settings say, looks every minute for businesses where many PINs are wrong, and deletes every hour the records whose
 * time is over. A failure, as of a database that is away, is logged and tried again soon.
 */
export function startWorker(services: Services, logger: FastifyBaseLogger, esb: EsbSettings): Repetition {
  const orders = { services, logger, target: esbTarget(esb), timeoutMs: esb.timeoutMs };
  const renewal = repeat(async (stop) => {
    while (!stop.aborted && !(await areRenewed(services, logger)))
      await delay(RENEW_AGAIN_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
  }, RENEW_EVERY_MS);
  const delivery = repeat(async (stop) => {
    try {
      await deliverOrders(orders, stop);
    } catch (error) {
      logger.error({ err: error }, 'AMC orders not delivered');
    }
  }, esb.intervalMs);
  const forgetting = repeat(async (stop) => {
    try {
      const forgotten = await forgetRecords(services, stop);
      if (forgotten > 0) logger.info({ forgotten }, 'old records deleted');
    } catch (error) {
      logger.error({ err: error }, 'old records not deleted');
    }
  }, FORGET_EVERY_MS);
  let suspicious: ReadonlySet<number> = new Set();
  const watch = repeat(async () => {
    try {
      suspicious = await watchWrongPins(services, logger, suspicious);
    } catch (error) {
      logger.error({ err: error }, 'wrong PINs not counted');
    }
  }, WATCH_EVERY_MS);
  return {
    stop: async () => {
      await Promise.all([renewal.stop(), delivery.stop(), watch.stop(), forgetting.stop()]);
    },
  };
}
