import type { Call, CallAnswer } from '#contract/call.ts';
import { checkConnection } from '../connection/connection.ts';
import { expireSession } from '../session/session.ts';
import { readTokens } from '../session/tokens.ts';
import { ApiError, isOutcomeUnknown } from './api-error.ts';
import type { CallOptions, RawInput } from './call-options.ts';
import { policyFor } from './error-policy.ts';
import { type Failure, type Reading, readAnswer } from './read-answer.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { notifyError } from './notify-error.ts';
import { send } from './transport.ts';
import { unlessAborted } from './unless-aborted.ts';

const NO_ANSWER: Partial<Failure> = { lost: true };

/** The token goes wherever one is held, the sign-on calls and the refresh apart (decisions §3). */
function tokenFor(call: Call): string | null {
  const isTokenless = call.access === 'client' || call.encoding === 'form';
  return isTokenless ? null : (readTokens()?.accessToken ?? null);
}

async function attempt<C extends Call>(
  call: C,
  input: RawInput,
  token: string | null,
  options: CallOptions,
): Promise<Reading<CallAnswer<C>>> {
  try {
    return readAnswer(call, await send(call, input, token, options));
  } catch {
    options.signal?.throwIfAborted();
    checkConnection();
    return { kind: 'broken' };
  }
}

function mayAlert({ alerts = 'all' }: CallOptions, { lost = false, status }: Partial<Failure>): boolean {
  return alerts === 'all' || (alerts === 'unless-lost' && !isOutcomeUnknown({ lost, status }));
}

function fail(failure: Partial<Failure>, options: CallOptions): never {
  const { alert, returns } = policyFor(failure);
  const shows = alert !== null && mayAlert(options, failure);
  if (shows) notifyError(failure);
  throw new ApiError({
    ...failure,
    description: returns === 'server error' ? failure.description : returns,
    shown: shows,
  });
}

/** The end of the session concerns the user whatever was called, unless nobody waits for the call (decisions §3). */
function endSession(failure: Failure, options: CallOptions): never {
  const isTold = options.alerts !== 'none';
  if (isTold && expireSession()) notifyError({ ...failure, isRefreshRefused: true });
  throw new ApiError({ ...failure, shown: isTold });
}

/**
 * Makes a call: the bearer token, one refresh and one retry on 403, the error policy (§4, §8).
 * @throws ApiError when it failed; the reason of the signal when that ended it
 */
export async function makeCall<C extends Call>(call: C, input: RawInput, options: CallOptions): Promise<CallAnswer<C>> {
  const token = tokenFor(call);
  const first = await attempt(call, input, token, options);
  if (first.kind === 'success') return first.data;
  if (first.kind === 'broken') return fail(NO_ANSWER, options);
  const { action } = policyFor({ ...first.failure, mayRefresh: token !== null });
  if (token === null || action !== 'refresh') return fail(first.failure, options);
  const outcome = await unlessAborted(refreshTokens(token), options.signal);
  if (outcome === 'unreachable') return fail({}, options);
  if (outcome === 'ended') return endSession(first.failure, options);
  if (outcome === 'signed-out') return fail(first.failure, options);
  const second = await attempt(call, input, tokenFor(call), options);
  if (second.kind === 'success') return second.data;
  return fail(second.kind === 'broken' ? NO_ANSWER : second.failure, options);
}
