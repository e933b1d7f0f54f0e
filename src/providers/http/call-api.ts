import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { beginLoading } from '../loading/loading-store.ts';
import { ApiError } from './api-error.ts';
import type * as ApiClient from './api-client.ts';
import type { CallOptions, RawInput } from './call-options.ts';
import { policyFor } from './error-policy.ts';
import { showFailure } from './show-failure.ts';

/** The HTTP client and the contract's reader come with the first call, so that the public pages stay light (design §5). */
async function loadClient(): Promise<typeof ApiClient> {
  try {
    return await import('./api-client.ts');
  } catch {
    const { alert } = policyFor({ status: undefined, code: undefined, mayRefresh: false });
    if (alert) showFailure(alert, {});
    throw new ApiError({ shown: true });
  }
}

/** As `callApi`, for a caller that does not know which call it makes. */
export async function callRaw<C extends Call>(
  call: C,
  input: RawInput,
  options: CallOptions = {},
): Promise<CallAnswer<C>> {
  const endLoading = options.background === true ? undefined : beginLoading();
  try {
    const { makeCall } = await loadClient();
    return await makeCall(call, input, options);
  } finally {
    endLoading?.();
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
