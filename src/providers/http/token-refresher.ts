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
  /** Runs a task while no other tab runs its own; tells it whether it had to wait for another. */
  readonly inTurn: <T>(task: (hasWaited: boolean) => Promise<T>) => Promise<T>;
  /** Waits a moment for another tab to hand over the pair that it has just got. */
  readonly waitForShared: () => Promise<void>;
  /** Hands a new pair to the tabs that hold its predecessor. */
  readonly share: (predecessor: string, tokens: Tokens) => void;
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

  async function refresh(start: Tokens, hasWaited: boolean): Promise<RefreshOutcome> {
    if (hasWaited && !changedSince(start)) await waitForShared();
    const before = changedSince(start);
    if (before) return before;
    const result = await exchange(start.refreshToken);
    const meanwhile = changedSince(start);
    if (meanwhile) return meanwhile;
    if (result === 'unreachable') return 'unreachable';
    if (result === 'refused') return 'ended';
    hold(result.tokens);
    share(start.refreshToken, result.tokens);
    return 'refreshed';
  }

  return async (refusedAccessToken) => {
    const start = held();
    if (!start) return 'signed-out';
    if (start.accessToken !== refusedAccessToken) return 'refreshed';
    flight ??= inTurn((hasWaited) => refresh(start, hasWaited)).finally(() => {
      flight = null;
    });
    return flight;
  };
}
