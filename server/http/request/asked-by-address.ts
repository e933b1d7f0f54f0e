import type { FastifyReply, FastifyRequest } from 'fastify';
import { runAs } from '#server/fairness/client.ts';
import { networkOf } from '../limits/network-of.ts';
import { signalOf } from '../response/send-chunks.ts';

/** Runs a request outside the contract, all of which nobody has signed in for, in the turns of its address. */
export function askedByAddress<T>({ ip }: FastifyRequest, reply: FastifyReply, work: () => T): T {
  return runAs({ key: networkOf(ip), signal: signalOf(reply) }, work);
}
