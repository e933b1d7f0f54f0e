import type { CartSummary } from '#contract/entities/cart.ts';
import { verifyOutcome } from '#src/hooks/two-phase-command/verify-outcome.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';

/**
 * What has been found out about a purchase. While it is under way it may still go through, whatever the server says;
 * afterwards it is not known only where nobody answers.
 */
export type PurchaseOutcome =
  | { readonly kind: 'asking' }
  | { readonly kind: 'underWay' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bought'; readonly cart: CartSummary }
  | { readonly kind: 'notBought' };

/** How long after its start an execute may still be under way, in ms: its time limit, and as much on its way to the server. */
const UNDER_WAY_MS = 2 * timeLimits.command;
/** The pause after which a purchase under way is asked about again, in ms. */
const AGAIN_MS = 10_000;

interface Polling {
  /** When the purchase was asked for, in ms since 1970. */
  readonly since: number;
  /** Whether 'not bought' is at first to be said several times (rules §2). */
  readonly isPatient: boolean;
  /** Ends the polling; nothing more is learnt then. */
  readonly signal: AbortSignal;
  readonly onLearn: (outcome: PurchaseOutcome) => void;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Asks about a purchase until its outcome is certain, or its time is over: only a question put after that is believed
 * when it says that nothing was bought. Never rejects.
 * @param ask answers the cart once it is bought, null when it is not; throws when nobody answers
 */
export async function pollPurchase(ask: () => Promise<CartSummary | null>, polling: Polling): Promise<void> {
  const { since, signal, onLearn } = polling;
  const question = async () => {
    const cart = await ask();
    return cart ? { result: cart } : 'not yet';
  };
  // The clock may have been put back meanwhile.
  const overAt = Math.min(since, Date.now()) + UNDER_WAY_MS;
  for (let isPatient = polling.isPatient; ; isPatient = false) {
    const isOver = Date.now() >= overAt;
    const outcome = await verifyOutcome(question, { isPatient, signal });
    if (signal.aborted) return;
    if (outcome.kind === 'done') {
      onLearn({ kind: 'bought', cart: outcome.result });
      return;
    }
    if (isOver) {
      onLearn({ kind: outcome.kind === 'notDone' ? 'notBought' : 'unknown' });
      return;
    }
    onLearn({ kind: 'underWay' });
    await pause(Math.max(0, Math.min(AGAIN_MS, overAt - Date.now())), signal);
  }
}
