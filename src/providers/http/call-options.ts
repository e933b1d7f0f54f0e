import type { LongList } from './read-long-list.ts';

/** How a call is made. */
export interface CallOptions {
  /** Ends the call early; a call that was ended is silent. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the answer, in ms; what suits its kind when not given. */
  readonly timeout?: number | undefined;
  /** Whether the global spinner stays still. */
  readonly background?: boolean | undefined;
  /**
   * Which alerts of the error policy are put up: all of them when not given; `unless-lost` for an execute, whose caller
   * itself asks what happened when the answer was lost or the server broke down (decisions §2); `expiry-only` where the
   * caller says the rest in its place; `none`, not even the end of the session, for what nobody waits for.
   */
  readonly alerts?: 'all' | 'unless-lost' | 'expiry-only' | 'none' | undefined;
  /** How its rows are read, where there may be very many of them; with the rest of the answer when not given. */
  readonly longList?: LongList | undefined;
}

/** What a call is given, whichever call it is. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}
