import type { FastifyReply, FastifyRequest } from 'fastify';
import { BODY_LIMIT } from '../request/body-limit.ts';

const slots = new WeakMap<FastifyRequest, () => void>();

/**
 * Takes a slot for a body above the usual limit, which is in memory as a whole, or for a file of any size, which may
 * unpack to a large one (rules §8). Call it before the body is read.
 * @throws DomainError TOO_MANY_REQUESTS when the client, or this process, has no free slot
 */
export function takeSlotForBody(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'largeBodies' | 'files',
  clientKey: string,
): void {
  const length = request.headers['content-length'];
  if (kind === 'largeBodies' && length !== undefined && Number(length) <= BODY_LIMIT) return;
  const release = request.server.slots[kind].take(clientKey);
  slots.set(request, release);
  // A client that has already disconnected emits no `close` event any more.
  if (reply.raw.destroyed) release();
  else reply.raw.once('close', release);
}

/** Does the work of a request whose body has been read. The slot is free when the work ends, not when the client goes. */
export async function withSlotForBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const release = slots.get(request);
  if (release === undefined) return work();
  reply.raw.off('close', release);
  try {
    return await work();
  } finally {
    release();
  }
}
