import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '#server/domain/context.ts';
import { renewVouchers } from './renew-vouchers.ts';

/** Work that must happen without a request; `stop` ends it and waits for what is under way. */
interface Worker {
  stop(): Promise<void>;
}

const EVERY_MS = 10 * 60 * 1000;

/** Renews vouchers at once and then every ten minutes (design §4); a failure is logged and tried again. */
export function startWorker(services: Services, logger: FastifyBaseLogger): Worker {
  const run = async (): Promise<void> => {
    try {
      const made = await renewVouchers(services);
      if (made > 0) logger.info({ made }, 'vouchers renewed');
    } catch (error) {
      logger.error({ err: error }, 'vouchers not renewed');
    }
  };
  let underWay = run();
  const timer = setInterval(() => {
    underWay = underWay.then(run);
  }, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return underWay;
    },
  };
}
