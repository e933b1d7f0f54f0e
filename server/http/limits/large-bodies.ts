import type { FastifyReply, FastifyRequest } from 'fastify';
import { BODY_LIMIT } from '../request/body-limit.ts';

const places = new WeakMap<FastifyRequest, () => void>();

/**
 * Takes a place for a body above the usual limit, which is in memory as a whole (rules §8). Call it before the body is
 * read.
 * @throws DomainError TOO_MANY_REQUESTS when the client, or this process, has no free place
 */
export function takePlaceForBody(request: FastifyRequest, reply: FastifyReply, clientKey: string): void {
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) <= BODY_LIMIT) return;
  const release = request.server.slots.largeBodies.take(clientKey);
  places.set(request, release);
  // A client that has already disconnected emits no `close` event any more.
  if (reply.raw.destroyed) release();
  else reply.raw.once('close', release);
}

/** Does the work of a request whose body has been read. Its place is free when the work ends, not when the client goes. */
export async function withPlaceForBody<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  const release = places.get(request);
  if (release === undefined) return work();
  reply.raw.off('close', release);
  try {
    return await work();
  } finally {
    release();
  }
}
