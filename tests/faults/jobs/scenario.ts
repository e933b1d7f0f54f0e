import type { FaultProxy } from '../proxy/fault-proxy.ts';

/** After so many attempts at one thing the faults stop for it, so that a job comes to its end. */
const FAULTY_ATTEMPTS = 4;
/** So many attempts without any fault are too many. */
const CALM_ATTEMPTS = 4;

/**
 * Tries until it is done: first in the scenario, then, when that does not get there, without faults.
 * @param attempt one attempt; answers whether it is done
 */
export async function tryUntilDone(proxy: FaultProxy, attempt: () => Promise<boolean>): Promise<void> {
  const wasFaulty = proxy.isFaulty();
  for (let count = 1; !(await attempt()); count += 1) {
    if (count >= FAULTY_ATTEMPTS) await proxy.hold(true);
    if (count >= FAULTY_ATTEMPTS + CALM_ATTEMPTS) throw new Error('not done although nothing is in its way');
  }
  if (wasFaulty) await proxy.hold(false);
}
