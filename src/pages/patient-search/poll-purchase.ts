import type { CartSummary } from '#contract/entities/cart.ts';
import { pause, verifyOutcome } from '#src/hooks/two-phase-command/verify-outcome.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';

/**
 * The result of a poll about a purchase. While the request may be running, the purchase may still succeed, whatever the
 * server says. After that only a missing response leaves it unknown.
 */
export type PurchaseOutcome =
  | { readonly kind: 'verifying' }
  | { readonly kind: 'underway' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bought'; readonly cart: CartSummary }
  | { readonly kind: 'notBought' };

/**
 * How long an execute may be running after its start, in ms: its time limit, and the same time on the way to the
 * server.
 */
const UNDER_WAY_MS = 2 * timeLimits.command;
/** The pause between two polls of a running purchase, in ms. */
const POLL_PAUSE_MS = 10_000;

interface Polling {
  /** When the purchase was requested, in ms since 1970. */
  readonly since: number;
  /** Whether the first 'not bought' must be confirmed several times (rules §2). */
  readonly isRepeated: boolean;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: PurchaseOutcome) => void;
}

/**
 * Polls a purchase until its outcome is certain or its time is over. 'Not bought' is certain only from a request after
 * that time. Never rejects.
 * @param readBought returns the bought cart, or null if it was not bought; throws if the server does not answer
 */
export async function pollPurchase(readBought: () => Promise<CartSummary | null>, polling: Polling): Promise<void> {
  const { since, signal, onOutcome } = polling;
  const readOutcome = async () => {
    const cart = await readBought();
    return cart ? { result: cart } : 'pending';
  };
  // The clock may have been set back.
  const overAt = Math.min(since, Date.now()) + UNDER_WAY_MS;
  for (let isRepeated = polling.isRepeated; ; isRepeated = false) {
    const isOver = Date.now() >= overAt;
    const outcome = await verifyOutcome(readOutcome, { isRepeated, signal });
    if (signal.aborted) return;
    if (outcome.kind === 'done') {
      onOutcome({ kind: 'bought', cart: outcome.result });
      return;
    }
    if (isOver) {
      onOutcome({ kind: outcome.kind === 'notDone' ? 'notBought' : 'unknown' });
      return;
    }
    onOutcome({ kind: 'underway' });
    await pause(Math.max(0, Math.min(POLL_PAUSE_MS, overAt - Date.now())), signal);
  }
}
