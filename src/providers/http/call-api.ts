import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { beginLoading } from '../loading/loading-store.ts';
import { ApiError, CANCELLED } from './api-error.ts';
import type * as HttpClient from './http-client.ts';
import type { LongList } from './long-list.ts';
import { notifyError } from './notify-error.ts';

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
   * itself asks what happened when the answer was lost or the server broke down (rules §2); `expiry-only` where the
   * caller says the rest in its place; `none`, not even the end of the session, for what nobody waits for.
   */
  readonly alerts?: 'all' | 'unless-lost' | 'expiry-only' | 'none' | undefined;
  /** Told what has come so far, in bytes; the wait begins anew each time. `total` where the server says it. */
  readonly onProgress?: ((loaded: number, total: number | undefined) => void) | undefined;
  /** Told what of its body has been sent, in bytes; the wait begins anew each time. */
  readonly onSent?: ((sent: number, total: number | undefined) => void) | undefined;
  /** How its rows are read, where there may be very many of them; with the rest of the answer when not given. */
  readonly longList?: LongList | undefined;
}

/** What a call is given, whichever call it is. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * The outcome of some work, as long as it comes before the signal ends the wait.
 * @throws the reason of the signal
 */
async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    // What fails after it was given up is nobody's failure any more.
    return await Promise.race([aborted, work]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

/** The HTTP client and the contract's reader come with the first call, so that the public pages stay light (design §5). */
const importClient = () => import('./http-client.ts');

async function load(signal: AbortSignal | undefined): Promise<typeof HttpClient> {
  try {
    return await loadLazy(importClient);
  } catch {
    signal?.throwIfAborted();
    notifyError({});
    throw new ApiError({ shown: true });
  }
}

async function loadAndMake<C extends Call>(call: C, input: RawInput, options: CallOptions): Promise<CallAnswer<C>> {
  const { makeCall } = await load(options.signal);
  return makeCall(call, input, options);
}

/** The user knows that there is no answer. What changes something may have happened all the same (rules §2). */
function givenUp({ method }: Call): ApiError {
  return new ApiError({ description: CANCELLED, shown: true, lost: method !== 'GET' });
}

/** As `callApi`, for a caller that does not know which call it makes. */
export async function callRaw<C extends Call>(
  call: C,
  input: RawInput,
  options: CallOptions = {},
): Promise<CallAnswer<C>> {
  if (options.background === true) return abortable(loadAndMake(call, input, options), options.signal);
  const user = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, user.signal]) : user.signal;
  // Who executes a command is asked in its place whether to wait on (rules §2); who shows progress has it cancelled there.
  const mayGiveUp = options.alerts !== 'unless-lost' && !options.onProgress;
  const endLoading = beginLoading(mayGiveUp ? () => user.abort() : undefined);
  try {
    return await abortable(loadAndMake(call, input, { ...options, signal }), signal);
  } catch (error) {
    const isGivenUp = user.signal.aborted && options.signal?.aborted !== true && !(error instanceof ApiError);
    throw isGivenUp ? givenUp(call) : error;
  } finally {
    endLoading();
  }
}

/**
 * Makes a call of the contract and answers what it reads back.
 * @throws ApiError when it failed; the alert of §8 has been put up then, where there is one. The reason of
 * `options.signal` when that ended the call.
 */
export async function callApi<C extends Call>(
  call: C,
  input: CallInput<C>,
  options?: CallOptions,
): Promise<CallAnswer<C>> {
  return callRaw(call, input as RawInput, options);
}
