import type { Call } from '#contract/call.ts';
import { runtimeConfig } from '../runtime-config.ts';
import type { CallOptions, RawInput } from './call-options.ts';
import { readLongList } from './read-long-list.ts';
import { requestBody, requestPath } from './request.ts';
import { timeLimitOf } from './time-limit-of.ts';

/** An answer as it came, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The rows of a long list, by the name of their collection; they are missing from the body then. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
}

function basicCredentials({ username, password }: { readonly username: string; readonly password: string }): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

function authorization(call: Call, token: string | null): Record<string, string> {
  if (call.access === 'client') return { Authorization: `Basic ${basicCredentials(runtimeConfig().sso)}` };
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** What is not JSON is nothing, so that its status still tells what happened (a gateway answers in HTML). */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function readBody(response: Response, { longList }: CallOptions): Promise<Omit<RawAnswer, 'status'>> {
  if (!longList) return { body: parseBody(await response.text()) };
  const { envelope, rows } = await readLongList(response, longList);
  return { body: parseBody(envelope), rows: { [longList.collection]: rows } };
}

/**
 * Sends one request and answers what came back.
 * @param token the bearer token, or null for none; the two sign-on calls take basic authentication instead (§7)
 * @throws when no answer came: the network failed, the time was up, or the signal ended it
 */
export async function send(
  call: Call,
  input: RawInput,
  token: string | null,
  options: CallOptions,
): Promise<RawAnswer> {
  const { signal, timeout = timeLimitOf(call, options) } = options;
  const timeUp = AbortSignal.timeout(timeout);
  const body = requestBody(call, input);
  const response = await fetch((runtimeConfig().apiBaseUrl || window.location.origin) + requestPath(call, input), {
    method: call.method,
    // Nothing of a patient is left in the browser's own cache, whatever a server says.
    cache: 'no-store',
    headers: {
      Accept: 'application/json',
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      ...authorization(call, token),
    },
    signal: signal ? AbortSignal.any([signal, timeUp]) : timeUp,
    ...(body !== undefined && { body }),
  });
  return { status: response.status, ...(await readBody(response, options)) };
}
