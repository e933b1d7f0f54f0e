import type { FastifyInstance } from 'fastify';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import type { Services } from '#server/domain/context.ts';
import type { PrincipalOf } from './principal.ts';
import { answeredList } from './check-answer.ts';
import { LeftOut } from './left-out.ts';
import { registerCall } from './register-route.ts';
import { sendPieces, signalOf } from './send-pieces.ts';

/** What the handler of a list may need. */
interface Listing {
  /** Notes the ids of rows that the list does not show because they cannot be read. */
  readonly leaveOut: (ids: readonly unknown[]) => void;
  /** Tells when nobody waits for the list any more. */
  readonly signal: AbortSignal;
}

/** Makes the answer in parts, one at least, which differ in the rows of their list only. May throw DomainError. */
type ListHandler<C extends Call> = (
  request: CallRequest<C>,
  principal: PrincipalOf<C['access']>,
  listing: Listing,
) => AsyncGenerator<CallReply<C>, void, undefined>;

type Rows = readonly unknown[];

/**
 * Registers a call for a list of any length. One that comes in one part is answered as any call is; a longer one is sent while
 * it is read, and every row of it checked: those that cannot be read are left out and counted at its end.
 */
export function registerListRoute<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: ListHandler<C>,
): void {
  const name = answeredList(call)?.name;
  if (name === undefined) throw new Error(`${call.name} answers no list`);
  registerCall(app, services, call, async ({ parsed, principal, request, reply }) => {
    const leftOut = new LeftOut(call, request.log);
    const parts = handler(parsed, principal, { leaveOut: (ids) => leftOut.add(ids), signal: signalOf(reply) });
    const status = { trace: request.id };
    const next = async () => {
      const { value } = await parts.next();
      return value === undefined ? undefined : (leftOut.without(value) as Readonly<Record<string, unknown>>);
    };
    const first = await next();
    if (first === undefined) throw new Error(`${call.name} has made no answer`);
    const second = await next();
    if (second === undefined) return reply.send({ data: leftOut.told(first), status });

    async function* pieces(head: Readonly<Record<string, unknown>>) {
      const { [name ?? '']: rows, ...rest } = head;
      const write = (some: unknown) => (some as Rows).map((row) => JSON.stringify(row)).join();
      const begin = write(rows);
      yield `{"data":{"${name}":[${begin}`;
      // Of a part none may be readable, of the first one too.
      let separator = begin === '' ? '' : ',';
      for (let part = second; part !== undefined; part = await next()) {
        const written = write(part[name ?? '']);
        if (written === '') continue;
        yield separator + written;
        separator = ',';
      }
      const others = JSON.stringify(leftOut.told(rest)).slice(1);
      yield `]${others === '}' ? '' : ','}${others},"status":${JSON.stringify(status)}}`;
    }

    return sendPieces(reply, pieces(first));
  });
}
