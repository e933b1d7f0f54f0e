/** A call made before the HTTP client had loaded, whose response nobody has taken yet. */
interface FirstCall {
  readonly authorization: string;
  readonly controller: AbortController;
  readonly response: Promise<Response>;
}

/** How long a response waits for the HTTP client, in ms. Later it would be stale. */
const KEPT_MS = 10_000;

/** By URL. */
const calls = new Map<string, FirstCall>();

/** Ends a call, even while its response is read. */
function end({ controller }: FirstCall, reason?: unknown): void {
  controller.abort(reason);
}

/** Ends all calls whose responses nobody has taken. */
export function endFirstCalls(): void {
  for (const call of calls.values()) end(call);
  calls.clear();
}

/**
 * Makes a GET call of the first screen before the HTTP client has loaded. The client takes its response with
 * `fetchOrTake`, or makes the call itself if this one fails.
 * @param url with the query as the HTTP client writes it
 */
export function callFirst(url: string, accessToken: string): void {
  const controller = new AbortController();
  const authorization = `Bearer ${accessToken}`;
  const headers = { Accept: 'application/json', Authorization: authorization };
  const request = new Request(url, { headers, cache: 'no-store', signal: controller.signal });
  const response = fetch(request);
  const call = { authorization, controller, response };
  calls.set(request.url, call);
  const forget = () => {
    if (calls.get(request.url) !== call) return;
    calls.delete(request.url);
    end(call);
  };
  response.then(() => setTimeout(forget, KEPT_MS), forget);
}

function takeFirst({ method, url, headers }: Request): FirstCall | undefined {
  const call = method === 'GET' ? calls.get(url) : undefined;
  if (!call) return undefined;
  calls.delete(url);
  if (call.authorization === headers.get('authorization')) return call;
  end(call);
  return undefined;
}

/**
 * `fetch` for the HTTP client: takes the response to the same call if it was made before, once, or makes a new call.
 * @throws as `fetch`
 */
export async function fetchOrTake(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (calls.size === 0) return fetch(input, init);
  const request = new Request(input, init);
  const call = takeFirst(request);
  if (!call) return fetch(request);
  const { signal } = request;
  const abort = () => end(call, signal.reason);
  if (signal.aborted) abort();
  // Also while the body is read.
  signal.addEventListener('abort', abort);
  try {
    return await call.response;
  } catch {
    signal.throwIfAborted();
    return fetch(request);
  }
}
