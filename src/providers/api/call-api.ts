import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { beginLoading } from '../loading/loading-store.ts';
import { putOffEnd } from '../session/idle-time.ts';
import { ApiError, CANCELLED } from './api-error.ts';
import type * as HttpClient from './http-client.ts';
import type { LongList } from './long-list.ts';
import { notifyError } from './notify-error.ts';

export interface CallOptions {
  /** Aborts the call. An aborted call shows no alert. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit for the response, in ms. Default: by the kind of call. */
  readonly timeout?: number | undefined;
  /** Whether the global spinner stays hidden. */
  readonly background?: boolean | undefined;
  /**
   * Which alerts of the error policy to show. `all` is the default. `unless-lost`: for an execute, whose caller
   * verifies a lost response itself (rules §2). `expiry-only`: only the end of the session; the caller shows the rest.
   * `none`: for calls that nobody waits for.
   */
  readonly alerts?: 'all' | 'unless-lost' | 'expiry-only' | 'none' | undefined;
  /** Called with the received bytes. The time limit starts again each time. `total` if the server sends it. */
  readonly onProgress?: ((loaded: number, total: number | undefined) => void) | undefined;
  /** Called with the sent bytes of the body. The time limit starts again each time. */
  readonly onSent?: ((sent: number, total: number | undefined) => void) | undefined;
  /** How to read a very long list of rows. Default: with the rest of the response. */
  readonly longList?: LongList | undefined;
}

/** The call in Refine's `meta`. It is a function, because Refine's query keys contain the data of `meta`. */
export interface CallMeta {
  readonly call: () => Call;
  readonly options?: CallOptions | undefined;
}

export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Waits for the work, or until the signal aborts.
 * @throws the signal's reason
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
    // A failure of the work after the abort is ignored.
    return await Promise.race([aborted, work]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

/** The HTTP client and the contract's reader load with the first call, to keep the public pages small (design §5). */
const importClient = () => import('./http-client.ts');

async function loadAndMake<C extends Call>(call: C, input: RawInput, options: CallOptions): Promise<CallAnswer<C>> {
  let client: typeof HttpClient;
  try {
    client = await loadLazy(importClient);
  } catch {
    options.signal?.throwIfAborted();
    notifyError({});
    throw new ApiError({ shown: true });
  }
  return client.makeCall(call, input, options);
}

/** The error of a cancelled call. A call that changes data may have been executed (rules §2). */
function givenUp({ method }: Call): ApiError {
  return new ApiError({ description: CANCELLED, shown: true, lost: method !== 'GET' });
}

async function run<C extends Call>(call: C, input: RawInput, options: CallOptions): Promise<CallAnswer<C>> {
  if (options.background === true) return abortable(loadAndMake(call, input, options), options.signal);
  const user = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, user.signal]) : user.signal;
  // The dialog of an execute has its own offer to stop waiting (rules §2), and a progress has its own cancel button.
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

/** Like `callApi`, for a caller that does not know the type of the call. */
export async function callRaw<C extends Call>(
  call: C,
  input: RawInput,
  options: CallOptions = {},
): Promise<CallAnswer<C>> {
  const make = () => run(call, input, options);
  const isQuery = call.method === 'GET' || call.searchesByBody === true;
  return isQuery ? make() : putOffEnd(make);
}

/**
 * Makes a call of the contract and returns the response's data.
 * @throws ApiError after a failure; the alert of §8, if any, is shown already. The reason of `options.signal` after an
 * abort
 */
export async function callApi<C extends Call>(
  call: C,
  input: CallInput<C>,
  options?: CallOptions,
): Promise<CallAnswer<C>> {
  return callRaw(call, input as RawInput, options);
}
