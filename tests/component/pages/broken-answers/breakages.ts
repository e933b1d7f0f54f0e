import { HttpResponse, delay } from 'msw';
import { onTestFinished, vi } from 'vitest';
import { timeLimits } from '#src/providers/http/time-limits.ts';

/** The pagination of a list of one row. */
export const COUNTED = { totalCount: 1 };

/** Stands for 30 s of silence, in ms: longer than a correct answer takes in a test. */
const SILENCE_MS = 50;

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

/** Shortens every time limit for the rest of the test. */
export function shortenSilence(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const short = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(SILENCE_MS));
  onTestFinished(() => short.mockRestore());
}

/** Divides the pauses between the portal's questions. */
const PAUSE_DIVISOR = 100;

/** Shortens the time limit of a command and the pauses between questions for the rest of the test. */
export function shortenCommands(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const short = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms < timeLimits.question) return timeout(Math.ceil(ms / PAUSE_DIVISOR));
    return timeout(ms === timeLimits.command ? SILENCE_MS : ms);
  });
  onTestFinished(() => short.mockRestore());
}
