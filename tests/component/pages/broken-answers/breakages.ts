import { HttpResponse, delay } from 'msw';
import { vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import * as serialization from '#src/providers/api/serialization.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';

/** The pagination of a list of one row. */
export const COUNTED = { totalCount: 1 };

/** The time limit of the call that is broken. */
let brokenLimit: AbortController | undefined;

function cutHalfWay(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":{"'));
      controller.error(new Error('cut'));
    },
  });
  return new HttpResponse(body, { headers: { 'content-type': 'application/json' } });
}

async function keepSilent(): Promise<Response> {
  brokenLimit?.abort();
  await delay('infinite');
  return HttpResponse.error();
}

export type Respond = () => Response | Promise<Response>;
export type Breakage = readonly [name: string, respond: Respond];

/** How a broken server may answer any call. */
export const BREAKAGES: readonly Breakage[] = [
  ['HTML instead of JSON', () => HttpResponse.html('<!doctype html><h1>Welcome</h1>')],
  ['an empty body', () => new HttpResponse(null, { status: 200 })],
  ['JSON that is no object', () => HttpResponse.json([])],
  ['a missing field', () => HttpResponse.json({ data: {} })],
  ["a firewall's 400", () => HttpResponse.html('<h1>Bad request</h1>', { status: 400 })],
  ["a firewall's 403", () => HttpResponse.json({ message: 'Forbidden' }, { status: 403 })],
  ["a firewall's 404", () => HttpResponse.text('Not found', { status: 404 })],
  ["a firewall's 409", () => new HttpResponse(null, { status: 409 })],
  ['a body that stops half way', cutHalfWay],
  ['a cut connection', () => HttpResponse.error()],
  ['30 s of silence', keepSilent],
];

function withRows(collection: string, rows: unknown): Respond {
  return () => HttpResponse.json({ data: { [collection]: rows, pagination: COUNTED } });
}

/** Also what a list may be whose invalid rows are left out. */
export function looseListBreakages(collection: string): Breakage[] {
  return [...BREAKAGES, ['a number where a list should be', withRows(collection, 7)]];
}

/** Also invalid rows of a list. */
export function listBreakages(collection: string): Breakage[] {
  return [
    ...looseListBreakages(collection),
    ['rows that are no objects', withRows(collection, [7])],
    ['a row without its id', withRows(collection, [{ name: 'x' }])],
  ];
}

/** Also invalid counts of a paged list. */
export function pageBreakages(collection: string): Breakage[] {
  const counted = (totalCount: unknown) => () =>
    HttpResponse.json({ data: { [collection]: [], pagination: { totalCount } } });
  return [
    ...listBreakages(collection),
    ['a negative count', counted(-5)],
    ['a count that is NaN', counted(NaN)],
    ['a count in words', counted('12')],
    ['half a row', counted(0.5)],
  ];
}

/** Divides the pauses between the portal's questions. */
const PAUSE_DIVISOR = 100;

/**
 * For the rest of the test, the time limit of a call ends when the server keeps silent, and no other time limit ends.
 * The pauses between questions become shorter.
 */
export function holdTimeLimits(broken: Call): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  let newest: AbortController | undefined;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms < timeLimits.question) return timeout(Math.ceil(ms / PAUSE_DIVISOR));
    newest = new AbortController();
    return newest.signal;
  });
  const { fillPath } = serialization;
  // The HTTP client fills the path of a call after it has begun the time limit of this call.
  vi.spyOn(serialization, 'fillPath').mockImplementation((path, params) => {
    if (path === broken.path) brokenLimit = newest;
    return fillPath(path, params);
  });
}
