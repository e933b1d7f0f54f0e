const LOCK = 'token-refresh';

/**
 * Runs a task while no other tab of this browser runs its own. Where the browser gives no locks (a page without TLS), it
 * runs at once, and what the tabs tell each other lets one go first.
 */
export async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, task) : task();
}
