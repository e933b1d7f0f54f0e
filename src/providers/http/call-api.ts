import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { retry } from '../loading/retry.ts';
import { beginLoading } from '../loading/loading-store.ts';
import { ApiError, CANCELLED } from './api-error.ts';
import type * as ApiClient from './api-client.ts';
import type { CallOptions, RawInput } from './call-options.ts';
import { notifyError } from './notify-error.ts';
import { unlessAborted } from './unless-aborted.ts';

/** The HTTP client and the contract's reader come with the first call, so that the public pages stay light (design §5). */
async function loadClient(signal: AbortSignal | undefined): Promise<typeof ApiClient> {
  try {
    return await unlessAborted(
      retry(() => import('./api-client.ts')),
      signal,
    );
  } catch {
    signal?.throwIfAborted();
    notifyError({});
    throw new ApiError({ shown: true });
  }
}

/** The user knows that there is no answer. What changes something may have happened all the same (decisions §2). */
function givenUp({ method }: Call): ApiError {
  return new ApiError({ description: CANCELLED, shown: true, lost: method !== 'GET' });
}

/** As `callApi`, for a caller that does not know which call it makes. */
export async function callRaw<C extends Call>(
  call: C,
  input: RawInput,
  options: CallOptions = {},
): Promise<CallAnswer<C>> {
  if (options.background === true) return (await loadClient(options.signal)).makeCall(call, input, options);
  const user = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, user.signal]) : user.signal;
  // Who executes a command is asked in its place whether to wait on (decisions §2).
  const mayGiveUp = options.alerts !== 'unless-lost';
  const endLoading = beginLoading(mayGiveUp ? () => user.abort() : undefined);
  try {
    const { makeCall } = await loadClient(signal);
    return await makeCall(call, input, { ...options, signal });
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
