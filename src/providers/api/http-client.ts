import axios, { type AxiosProgressEvent, type AxiosRequestConfig, type AxiosResponse, isAxiosError } from 'axios';
import type { Call, CallAnswer } from '#contract/call.ts';
import { refreshTokens as refreshCall } from '#contract/calls/authentication.ts';
import { noteServerTime } from '../clock.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { apiUrl, runtimeConfig } from '../runtime-config.ts';
import { noteCall } from '../session/idle-time.ts';
import { expireSession } from '../session/session.ts';
import { readSessionVersion, readTokens } from '../session/tokens.ts';
import { ApiError, isOutcomeUnknown, toApiError } from './api-error.ts';
import type { CallOptions, RawInput } from './call-api.ts';
import { checkConnection } from './connection.ts';
import { policyFor } from './error-policy.ts';
import { notifyError, notifyLeftOut } from './notify-error.ts';
import { type Failure, type RawAnswer, readAnswer } from './read-answer.ts';
import { type Exchange, refreshTokens } from './refresh-tokens.ts';
import { encodeBody, encodeFields, fillPath, parseBody } from './serialization.ts';
import { timeLimitOf, timeLimits } from './time-limits.ts';

const OK = 200;
const FORBIDDEN = 403;
const TOO_MANY_REQUESTS = 429;
/** Statuses of calls that the server refused before or during the session check: they do not extend the session. */
const STATUSES_WITHOUT_ACTIVITY = [401, 403, 429];
const MAX_REFUSAL_BYTES = 16 * 1024;

/**
 * The interceptors' data about a request; a replay has its own, with its own time limit. A class, because axios would
 * copy a plain object.
 */
class CallContext {
  readonly call: Call;
  readonly options: CallOptions;
  readonly isReplay: boolean;
  readonly timeLimit: TimeLimit;
  token: string | null = null;
  session: string | undefined;
  /** When it was sent, in ms since 1970. */
  sentAt = 0;

  constructor(call: Call, options: CallOptions, isReplay = false) {
    this.call = call;
    this.options = options;
    this.isReplay = isReplay;
    this.timeLimit = startTimeLimit(options.timeout ?? timeLimitOf(call, options));
  }
}

function contextOf(config: unknown): CallContext {
  return (config as { readonly context: CallContext }).context;
}

/** The only axios instance: every API request passes its interceptors. */
const httpClient = axios.create({
  // With fetch the body can be read while it arrives.
  adapter: 'fetch',
  // No patient data in the browser's cache, whatever the server's headers.
  fetchOptions: { cache: 'no-store' },
  // `User-Agent` is axios' own header, which a server on another origin may not allow.
  headers: { Accept: 'application/json', 'User-Agent': false },
  transitional: { encodeBasicAuthUsername: true },
  paramsSerializer: { serialize: (query) => encodeFields(query).toString() },
  transformResponse: (body: unknown) => (typeof body === 'string' ? parseBody(body) : body),
});

/**
 * Basic authentication for the sign-on calls, none for the refresh, otherwise the token if there is one (§7, rules §3).
 */
httpClient.interceptors.request.use((config) => {
  const context = contextOf(config);
  const { access, encoding } = context.call;
  const { sso } = runtimeConfig();
  context.sentAt = Date.now();
  config.baseURL = apiUrl();
  if (access === 'client') {
    config.auth = { username: sso.username, password: sso.password };
  } else if (encoding !== 'form') {
    context.token = readTokens()?.accessToken ?? null;
    context.session = readSessionVersion()?.session;
    if (context.token !== null) config.headers.setAuthorization(`Bearer ${context.token}`);
  }
  return config;
});

httpClient.interceptors.response.use(readSuccess, refreshOrFail);

/** The caller's error. Shows its alert, if the error policy has one and the caller wants it (§8). */
function failed(failure: Partial<Failure>, { alerts = 'all' }: CallOptions): ApiError {
  const { alert, returns } = policyFor(failure);
  const { lost = false, status } = failure;
  const mayAlert = alerts === 'all' || (alerts === 'unless-lost' && !isOutcomeUnknown({ lost, status }));
  const shown = alert !== null && mayAlert;
  if (shown) notifyError(failure);
  return new ApiError({ ...failure, description: returns === 'server error' ? failure.description : returns, shown });
}

/** The error without a readable response. */
function lost(options: CallOptions): ApiError {
  options.signal?.throwIfAborted();
  checkConnection();
  return failed({ lost: true }, options);
}

/** Loaded on demand: few screens need the parser. */
const importLongList = () => import('./long-list.ts');

async function bodyOf(data: unknown, options: CallOptions): Promise<Omit<RawAnswer, 'status'>> {
  const { longList } = options;
  if (!longList) return { body: data };
  try {
    const { readLongList } = await loadLazy(importLongList);
    const { envelope, rows } = await readLongList(data as ReadableStream<Uint8Array> | null, longList);
    return { body: envelope, rows: { [longList.collection]: rows } };
  } catch {
    throw lost(options);
  }
}

/** Every call extends the session, whatever the result of its handler, except calls that need no session. */
function noteUse({ call, session, sentAt }: CallContext, status: number): void {
  if (session !== undefined && call.access !== 'public' && !STATUSES_WITHOUT_ACTIVITY.includes(status))
    noteCall(session, sentAt);
}

/** After the first call of a sign-on the page is left. */
function noteClock({ call, sentAt }: CallContext, { date, age }: AxiosResponse['headers'], body?: unknown): void {
  const { data } = (body ?? {}) as {
    readonly data?: { readonly features?: { readonly time?: unknown } | null } | null;
  };
  noteServerTime({ time: data?.features?.time, date, age }, sentAt, call.access !== 'client');
}

/** Reads the data of a response by the contract. A 200 may contain an error too (rules §1). */
async function readSuccess(response: AxiosResponse<unknown>): Promise<AxiosResponse<unknown>> {
  const context = contextOf(response.config);
  const { call, options } = context;
  const { status, data, headers } = response;
  noteUse(context, status);
  const answer = await bodyOf(data, options);
  noteClock(context, headers, answer.body);
  const reading = readAnswer(call, { status, ...answer });
  if (reading.kind === 'success') {
    if (options.alerts !== 'none') notifyLeftOut(reading.data);
    return { ...response, data: reading.data };
  }
  throw failed(reading.kind === 'broken' ? { lost: true } : reading.failure, options);
}

async function readFailure({ status, data, headers }: AxiosResponse<unknown>, call: Call): Promise<Partial<Failure>> {
  const isUnread = data instanceof ReadableStream;
  const body = isUnread ? parseBody(await new Response(data).text().catch(() => '')) : data;
  const header: unknown = headers['retry-after'];
  const retryAfter = typeof header === 'string' ? header : undefined;
  const reading = readAnswer(call, { status, body, retryAfter });
  if (reading.kind === 'failure') return reading.failure;
  // Of a refresh the status alone counts (§7).
  return call === refreshCall ? { status } : { lost: true };
}

/** Refreshes once and repeats once after a 403 (§4). The error policy decides about any other failure. */
async function refreshOrFail(error: unknown): Promise<AxiosResponse<unknown>> {
  if (!isAxiosError<unknown>(error)) throw error;
  const context = contextOf(error.config);
  const { call, options, isReplay, token } = context;
  // The time limit, or an abort by the caller.
  if (!error.response) throw lost(options);
  const { status, headers } = error.response;
  noteClock(context, headers);
  const failure = await readFailure(error.response, call);
  if (failure.lost !== true) noteUse(context, status);
  const { refreshes } = policyFor({ status, mayRefresh: token !== null && !isReplay });
  // Without a session a 403 is what was to be expected, whoever sent it (rules §3).
  const refusal = { ...failure, status };
  const isWithoutSession = token === null && status === FORBIDDEN && typeof call.access !== 'string';
  if (token === null || !refreshes) throw failed(isWithoutSession ? refusal : failure, options);
  const outcome = await refreshTokens(token, exchange);
  options.signal?.throwIfAborted();
  if (outcome === 'refreshed') return send(error.config ?? {}, new CallContext(call, options, true));
  if (outcome === 'unreachable') throw failed({}, options);
  throw outcome === 'ended' ? ended(refusal, options) : failed(refusal, options);
}

/** The end of the session shows its alert for every call, except calls that nobody waits for (rules §3). */
function ended(failure: Partial<Failure>, { alerts }: CallOptions): ApiError {
  const isShown = alerts !== 'none';
  if (isShown && expireSession()) notifyError({ ...failure, isRefreshRefused: true });
  return new ApiError({ ...failure, shown: isShown });
}

/**
 * Any status other than 200 is a refusal (§7), that of a gateway or of too many requests only after a while. A missing or
 * unreadable response is none (rules §3).
 */
async function exchange(refreshToken: string): ReturnType<Exchange> {
  const body = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const options: CallOptions = { alerts: 'none', timeout: timeLimits.refresh };
  try {
    const isAccepted = (status: number) => status === OK;
    return (await makeCall(refreshCall, { body }, options, isAccepted)).auth;
  } catch (error) {
    const { status, lost, retryAfter } = toApiError(error);
    if (status === undefined) return 'unreachable';
    return lost || status === TOO_MANY_REQUESTS ? { retryAfter } : 'refused';
  }
}

interface TimeLimit {
  readonly signal: AbortSignal;
  readonly renew: () => void;
}

/** Aborts after a time in which nothing has arrived. One timer at a time: a large file reports its progress often. */
function startTimeLimit(ms: number): TimeLimit {
  const timeUp = new AbortController();
  /** When something arrived last, since the timer began. */
  let heardAt: number | null = null;
  const wait = (left: number) =>
    AbortSignal.timeout(left).addEventListener('abort', () => {
      if (heardAt === null) {
        timeUp.abort();
        return;
      }
      const further = Math.max(0, Math.ceil(heardAt + ms - performance.now()));
      heardAt = null;
      wait(further);
    });
  const renew = () => {
    heardAt = performance.now();
  };
  wait(ms);
  return { signal: timeUp.signal, renew };
}

function send(config: AxiosRequestConfig, context: CallContext): Promise<AxiosResponse<unknown>> {
  const { timeLimit, options } = context;
  const { onProgress, onSent, signal } = options;
  const sent: AxiosRequestConfig & { readonly context: CallContext } = {
    ...config,
    context,
    signal: signal ? AbortSignal.any([signal, timeLimit.signal]) : timeLimit.signal,
    ...(onProgress && {
      onDownloadProgress: ({ loaded, total }: AxiosProgressEvent) => {
        timeLimit.renew();
        // A body longer than any refusal proves a success, so the use of the session is noted before the body ends.
        if (loaded > MAX_REFUSAL_BYTES) noteUse(context, OK);
        onProgress(loaded, total);
      },
    }),
    ...(onSent && {
      // fetch reports no progress of a sent body.
      adapter: 'xhr',
      onUploadProgress: ({ loaded, total }: AxiosProgressEvent) => {
        timeLimit.renew();
        onSent(loaded, total);
      },
    }),
  };
  return httpClient.request(sent);
}

/**
 * Makes a call of the contract with the axios instance.
 * @throws ApiError after a failure; another error after an abort
 */
export async function makeCall<C extends Call>(
  call: C,
  { params, query, body }: RawInput,
  options: CallOptions,
  validateStatus = httpClient.defaults.validateStatus,
): Promise<CallAnswer<C>> {
  const context = new CallContext(call, options);
  const { data } = await send(
    {
      method: call.method,
      url: fillPath(call.path, params),
      params: query,
      data: encodeBody(call, body),
      // axios would send a form content type for an empty body.
      ...(body === undefined && { headers: { 'Content-Type': false } }),
      responseType: options.longList ? 'stream' : 'text',
      validateStatus,
    },
    context,
  );
  return data as CallAnswer<C>;
}
