import * as z from 'zod';
import { money } from '#contract/rules/money.ts';
import { readText } from '#contract/rules/typed-text.ts';
import { traceparentOf } from '#server/trace.ts';
import type { DeliveryOutcome, EsbTarget } from './delivery.ts';

const MAX_REASON_LENGTH = 500;
const MAX_NUMBER_LENGTH = 100;
/** The reason when the bus rejects an order without one. */
const NO_REASON = '-';

/** The bus's own number of an order. A wrong one must not hide the verdict beside it. */
const number = z
  .union([z.string(), z.int()])
  .transform((given) => readText(String(given)).slice(0, MAX_NUMBER_LENGTH) || undefined)
  .optional()
  .catch(undefined);

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal(['RECEIVED', 'ACCEPTED']), number }),
  z.object({ status: z.literal('REJECTED'), reason: z.string().trim().nullish(), number }),
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the response of the bus. Only a 2xx response that says so is a receipt or a decision. The page of a proxy, a
 * refused token or a wrong URL must neither count as a delivery nor release purchases.
 */
export function readAnswer(status: number, body: string): DeliveryOutcome {
  if (status < 200 || status > 299) return { kind: 'FAILED', cause: `HTTP ${status}` };
  if (status === 202 && body.trim() === '') return { kind: 'TAKEN' };
  const { data } = answer.safeParse(parseJson(body));
  if (data === undefined) return { kind: 'FAILED', cause: `HTTP ${status} without a status of the order` };
  const own = data.number === undefined ? {} : { number: data.number };
  if (data.status === 'REJECTED')
    return { kind: 'REJECTED', reason: (data.reason ?? '').slice(0, MAX_REASON_LENGTH) || NO_REASON, ...own };
  return { kind: data.status === 'ACCEPTED' ? 'ACCEPTED' : 'TAKEN', ...own };
}

/**
 * The code of a connection error, such as `ECONNREFUSED` or `TimeoutError`. Its message is not used, because it may
 * contain an address.
 */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

/**
 * Delivers orders to a bus over HTTP: a POST of the order as JSON with its `Idempotency-Key` (docs/operations.md).
 * @param token sent as bearer token if given
 */
export function httpTarget(url: string, token: string | undefined): EsbTarget {
  return {
    deliver: async ({ idempotencyKey, payload, trace }, signal): Promise<DeliveryOutcome> => {
      const headers = new Headers({ 'content-type': 'application/json', 'idempotency-key': idempotencyKey });
      if (trace !== null) headers.set('traceparent', traceparentOf(trace));
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      try {
        // A redirect would turn the POST into a GET and could send the token to another host.
        const response = await fetch(url, { method: 'POST', headers, body: payload, signal, redirect: 'manual' });
        return readAnswer(response.status, await response.text());
      } catch (error) {
        return { kind: 'FAILED', cause: causeOf(error) };
      }
    },
  };
}

/** In euro. */
const LOOPBACK_LIMIT = 1000;

/**
 * Replaces the bus when none is configured. It receives an order at the first delivery and decides at the next one: it
 * accepts orders up to the limit and rejects the others, so that a demonstration shows both.
 */
export function loopbackTarget(): EsbTarget {
  const reason = `Importo superiore al limite di ${LOOPBACK_LIMIT} euro per ordine`;
  return {
    deliver: ({ amcOrderId, isTaken, amount }) => {
      if (!isTaken) return Promise.resolve({ kind: 'TAKEN', number: `ESB-${amcOrderId}` });
      return Promise.resolve(amount.gt(money(LOOPBACK_LIMIT)) ? { kind: 'REJECTED', reason } : { kind: 'ACCEPTED' });
    },
  };
}
