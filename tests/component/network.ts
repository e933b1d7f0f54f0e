import { type HttpHandler, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import * as z from 'zod/mini';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import { ERRORS, type ErrorDescription } from '#contract/errors.ts';
import { Secret } from '#contract/request.ts';

/** The network of the component tests. A request without a handler fails the test. */
export const network = setupServer();

/** Resolves when the test is over, for the requests that its handlers have not answered. */
let whenOver: Promise<Response>;

/** Fails the requests that a test left unanswered. */
export let endRequests: () => void;

/** From now on requests wait for the answers of their handlers. */
export function startRequests(): void {
  whenOver = new Promise((resolve) => {
    endRequests = () => resolve(HttpResponse.error());
  });
}

const TRACE = 'trace-1';

type Responder<C extends Call> = (request: CallRequest<C>) => CallReply<C> | Promise<CallReply<C>>;

const METHODS = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete } as const;

async function received<C extends Call>(
  call: C,
  request: Request,
  params: Parameters<Parameters<typeof http.get>[1]>[0]['params'],
): Promise<CallRequest<C>> {
  return {
    params: parsePart(call.params, params),
    query: parsePart(call.query, Object.fromEntries(new URL(request.url).searchParams)),
    body: parsePart(call.body, await bodyOf(request)),
  } as CallRequest<C>;
}

function handle(call: Call, resolver: Parameters<typeof http.get>[1]): HttpHandler {
  const path = window.location.origin + call.path.replace(/\{(\w+)\}/g, ':$1');
  return METHODS[call.method](path, (info) => Promise.race([whenOver, Promise.resolve(resolver(info))]));
}

function parsePart(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  return schema ? z.parse(schema, value) : undefined;
}

/** A parsed body with its secrets as they were sent. */
export function revealed(body: object): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = Object.entries(body);
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]));
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/**
 * Answers a call of the contract as the reference server does: parses the request and checks the reply strictly. A
 * request or a reply against the contract fails the call with 500.
 */
export function answer<C extends Call>(call: C, reply: CallReply<C> | Responder<C>): HttpHandler {
  const respond = typeof reply === 'function' ? (reply as Responder<C>) : () => reply;
  return handle(call, async ({ request, params }) => {
    const data = z.parse(call.answer.sent, await respond(await received(call, request, params)));
    return HttpResponse.json({ data, status: { trace: TRACE } });
  });
}

/** Refuses a call of the contract with an error of the error table (rules §2). */
export function refuse(
  call: Call,
  description: ErrorDescription,
  more: {
    readonly field?: string;
    readonly lockedUntil?: string;
    readonly attemptsLeft?: number;
    readonly retryAfter?: number;
    readonly purchasesIds?: readonly number[];
    readonly sheet?: string;
    readonly missing?: readonly { readonly field: string; readonly of: string }[];
  } = {},
): HttpHandler {
  const { status, code } = ERRORS[description];
  return handle(call, () =>
    HttpResponse.json({ error: { code, description, ...more }, status: { trace: TRACE } }, { status }),
  );
}

/** Answers a call with any body, as a server other than the reference server may. */
export function answerRaw(call: Call, body: object, status = 200): HttpHandler {
  return handle(call, () => HttpResponse.json(body, { status }));
}

/** Loses the response of a call. */
export function lose(call: Call): HttpHandler {
  return handle(call, () => HttpResponse.error());
}

/** How the response is lost: connection cut, unreadable body, or gateway error. */
const LOSSES = {
  cut: () => HttpResponse.error(),
  unreadable: () => HttpResponse.html('<h1>OK</h1>'),
  gateway: () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }),
} as const;

/** Does the server's work, then loses the response of the call. */
export function loseAfter<C extends Call>(
  call: C,
  work: (request: CallRequest<C>) => void,
  loss: keyof typeof LOSSES = 'cut',
): HttpHandler {
  return handle(call, async ({ request, params }) => {
    work(await received(call, request, params));
    return LOSSES[loss]();
  });
}

/** Answers a call with the result of `respond`, which may be against the contract. */
export function respondWith(call: Call, respond: (request: Request) => Response | Promise<Response>): HttpHandler {
  return handle(call, ({ request }) => respond(request));
}
