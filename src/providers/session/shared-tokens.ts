import type { Tokens } from '#contract/entities/tokens.ts';
import { isText } from './stored-value.ts';
import { readTokens, writeTokens } from './tokens.ts';

const CHANNEL = 'tokens';
const SUCCESSOR_WAIT_MS = 200;

interface Succession {
  readonly predecessor: string;
  readonly tokens: Tokens;
}

function isSuccession(value: unknown): value is Succession {
  if (typeof value !== 'object' || value === null) return false;
  const { predecessor, tokens } = value as Partial<Record<keyof Succession, unknown>>;
  if (typeof tokens !== 'object' || tokens === null) return false;
  const { accessToken, refreshToken } = tokens as Partial<Record<keyof Tokens, unknown>>;
  return isText(predecessor) && isText(accessToken) && isText(refreshToken);
}

let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

function adopt({ data }: MessageEvent<unknown>): void {
  if (!isSuccession(data) || readTokens()?.refreshToken !== data.predecessor) return;
  writeTokens(data.tokens);
  for (const listener of listeners) listener();
}

/**
 * Takes over pairs that another tab has refreshed, where this tab holds the predecessor (a duplicated tab does). To be
 * called once at the start: a tab that is left behind by two refreshes would end the session of all (decisions §3).
 */
export function startSharingTokens(): void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = adopt;
}

/** Hands a new pair to the tabs that hold its predecessor. */
export function shareTokens(predecessor: string, tokens: Tokens): void {
  channel?.postMessage({ predecessor, tokens } satisfies Succession);
}

/** Waits until another tab has handed over a pair, at most 200 ms. */
export function waitForSharedTokens(): Promise<void> {
  return new Promise((resolve) => {
    function done(): void {
      clearTimeout(timer);
      listeners.delete(done);
      resolve();
    }
    const timer = setTimeout(done, SUCCESSOR_WAIT_MS);
    listeners.add(done);
  });
}
