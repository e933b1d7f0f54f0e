import * as z from 'zod';
import type { DeliveryOutcome } from '#server/domain/amc-orders/delivery.ts';

const MAX_REASON_LENGTH = 500;
/** The reason when the bus rejects an order without one. */
const NO_REASON = '-';

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal(['RECEIVED', 'ACCEPTED']) }),
  z.object({ status: z.literal('REJECTED'), reason: z.string().trim().nullish() }),
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
  if (data.status === 'REJECTED')
    return { kind: 'REJECTED', reason: (data.reason ?? '').slice(0, MAX_REASON_LENGTH) || NO_REASON };
  return { kind: data.status === 'ACCEPTED' ? 'ACCEPTED' : 'TAKEN' };
}
