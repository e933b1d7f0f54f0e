import type { FaultProxy } from '../proxy/fault-proxy.ts';

/**
 * Repeats an attempt until it is done: first with faults, then without, so that a scenario ends.
 * @param attempt returns whether it is done
 * @param attempts with faults, and as many without
 * @throws Error when the attempts without faults fail too
 */
export async function tryUntilDone(proxy: FaultProxy, attempt: () => Promise<boolean>, attempts = 4): Promise<void> {
  const wasFaulty = proxy.isFaulty();
  for (let count = 1; !(await attempt()); count += 1) {
    if (count >= attempts) await proxy.hold(true);
    if (count >= 2 * attempts) throw new Error('not done although nothing is in its way');
  }
  if (wasFaulty) await proxy.hold(false);
}
