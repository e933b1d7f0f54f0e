const LOCK = 'token-refresh';

/**
 * Runs a task while no other tab of this browser runs its own, and tells it whether it had to wait for one. Where the
 * browser gives no locks (a page without TLS), it runs at once: the server's grace for the predecessor of a refresh
 * token covers that.
 */
export async function inTurn<T>(task: (hasWaited: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task(false);
  const first = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock ? { result: await task(false) } : null,
  );
  return first ? first.result : navigator.locks.request(LOCK, () => task(true));
}
