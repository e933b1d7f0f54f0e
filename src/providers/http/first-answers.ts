/** A call made before the HTTP client was there. */
interface FirstCall {
  readonly authorization: string;
  /** In ms since the page was opened. */
  readonly madeAt: number;
  readonly response: Promise<Response>;
}

/** A response is not given to the HTTP client later than this, in ms after the call: it would be stale. */
const MAX_AGE_MS = 10_000;

/** By absolute URL. */
const calls = new Map<string, FirstCall>();

/**
 * Makes a GET call of the first screen before the HTTP client has loaded, which takes the response with `fetchOrTake`.
 * @param url absolute, with the query exactly as the HTTP client writes it
 */
export function callFirst(url: string, accessToken: string): void {
  const authorization = `Bearer ${accessToken}`;
  const headers = { Accept: 'application/json', Authorization: authorization };
  const response = fetch(url, { headers, cache: 'no-store' });
  // The HTTP client makes the call again.
  response.catch(() => calls.delete(url));
  calls.set(url, { authorization, madeAt: performance.now(), response });
}

/** The response to the same call if it was made before, once. */
function takeFirst({ url, method, headers }: Request): Promise<Response> | undefined {
  const first = calls.get(url);
  calls.delete(url);
  if (!first || method !== 'GET' || headers.get('authorization') !== first.authorization) return undefined;
  return performance.now() - first.madeAt > MAX_AGE_MS ? undefined : first.response;
}

/**
 * `fetch` for the HTTP client: takes the response to a call of `callFirst`, or makes a new call.
 * @throws as `fetch`
 */
export async function fetchOrTake(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const taken = takeFirst(request);
  if (!taken) return fetch(request);
  const { signal } = request;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    taken.then(resolve, () => {
      if (!signal.aborted) resolve(fetch(request));
    });
  });
}
