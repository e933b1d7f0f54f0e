import type { DeliveryOutcome, EsbTarget } from '#server/domain/amc-orders/delivery.ts';
import { readAnswer } from './read-answer.ts';

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
 * Delivers orders to a bus over HTTP: a POST of the order as JSON with its `Idempotency-Key` (docs/deployment.md).
 * @param token sent as bearer token if given
 */
export function httpTarget(url: string, token: string | undefined): EsbTarget {
  return {
    deliver: async ({ idempotencyKey, payload }, signal): Promise<DeliveryOutcome> => {
      const headers = new Headers({ 'content-type': 'application/json', 'idempotency-key': idempotencyKey });
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
