import type { Tokens } from '#contract/entities/tokens.ts';

/** How the exchange of a refresh token went: a new pair; refused by the server; or no answer at all (decisions §3). */
export type Exchange = { readonly tokens: Tokens } | 'refused' | 'unreachable';

/**
 * What came of asking for a newer token: there is one now; the session has ended; the server could not be asked; or
 * this tab has signed out meanwhile.
 */
type RefreshOutcome = 'refreshed' | 'ended' | 'unreachable' | 'signed-out';

interface Parts {
  readonly held: () => Tokens | null;
  readonly hold: (tokens: Tokens) => void;
  readonly exchange: (refreshToken: string) => Promise<Exchange>;
  /** Runs a task while no other tab runs its own. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /**
   * Gives the other tabs a moment to hand over a newer pair: one may have got it while this tab waited for its turn, or
   * while it slept.
   */
  readonly waitForShared: () => Promise<void>;
  /** Hands the new pair to the other tabs of the session. */
  readonly share: () => void;
}

/** Asks for a token newer than the one that was refused. */
type TokenRefresher = (refusedAccessToken: string) => Promise<RefreshOutcome>;

/** The single flight of a tab: however many requests ask at once, one exchange happens (decisions §3). */
export function createTokenRefresher({ held, hold, exchange, inTurn, waitForShared, share }: Parts): TokenRefresher {
  let flight: Promise<RefreshOutcome> | null = null;

  function changedSince(start: Tokens): RefreshOutcome | null {
    const now = held();
    if (!now) return 'signed-out';
    return now.refreshToken === start.refreshToken ? null : 'refreshed';
  }

  async function refresh(start: Tokens): Promise<RefreshOutcome> {
    if (!changedSince(start)) await waitForShared();
    const before = changedSince(start);
    if (before) return before;
    const result = await exchange(start.refreshToken);
    const meanwhile = changedSince(start);
    if (meanwhile) return meanwhile;
    if (result === 'unreachable') return 'unreachable';
    if (result === 'refused') return 'ended';
    hold(result.tokens);
    share();
    return 'refreshed';
  }

  return async (refusedAccessToken) => {
    const start = held();
    if (!start) return 'signed-out';
    if (start.accessToken !== refusedAccessToken) return 'refreshed';
    flight ??= inTurn(() => refresh(start)).finally(() => {
      flight = null;
    });
    return flight;
  };
}
