import type { FastifyInstance } from 'fastify';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import type { Services } from '#server/domain/context.ts';
import type { PrincipalOf } from '../request/principal.ts';
import { answeredList } from '../response/check-answer.ts';
import { LeftOut } from '../response/left-out.ts';
import { releaseAtEnd } from '../limits/slots.ts';
import { registerCall } from './register-route.ts';
import { sendChunks } from '../response/send-chunks.ts';

/** The tools of a list handler. */
interface ListTools {
  /** Records the ids of rows that the list leaves out because they cannot be read. */
  readonly leaveOut: (ids: readonly unknown[]) => void;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** The services of a call that may be late (`REPLICA_CALLS`); those of the server for any other. */
  readonly readServices: Services;
}

/** Creates the response in one or more parts, which differ only in the rows of their list. May throw DomainError. */
type ListHandler<C extends Call> = (
  request: CallRequest<C>,
  principal: PrincipalOf<C['access']>,
  tools: ListTools,
) => AsyncGenerator<CallReply<C>, void, undefined>;

type Part = Readonly<Record<string, unknown>>;

/**
 * Registers a call for a list of any length. A response with one part is sent like any other. A longer one is sent
 * while it is read, and each of its rows is checked: invalid rows are left out and counted at the end. Few lists are
 * sent at the same time, because each keeps its present rows in memory until its client has read them.
 */
export function registerListRoute<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: ListHandler<C>,
): void {
  const name = answeredList(call)?.name;
  if (name === undefined) throw new Error(`${call.name} answers no list`);
  registerCall(app, services, call, async ({ parsed, principal, readServices, request, reply, client }) => {
    const { signal } = client;
    const leftOut = new LeftOut(call, request.log);
    const iterator = handler(parsed, principal, { leaveOut: (ids) => leftOut.add(ids), signal, readServices });
    const status = { trace: request.id };
    const next = async () => {
      const { value } = await iterator.next();
      return value === undefined ? undefined : (leftOut.removeUnreadable(value) as Part);
    };
    const first = await next();
    if (first === undefined) throw new Error(`${call.name} has made no answer`);
    const second = await next();
    if (second === undefined) return reply.send({ data: leftOut.addCount(first), status });
    const { lists, publicLists } = app.slots;
    releaseAtEnd((principal === null ? publicLists : lists).take(client.key), signal);

    const write = (part: Part) => (part[name] as readonly unknown[]).map((row) => JSON.stringify(row)).join();
    const rest = { ...first, [name]: undefined };
    // Parts are removed one by one, so that sent rows do not stay in memory until the last ones are read.
    const parts = [first, second];
    async function* chunks() {
      yield `{"data":{"${name}":[`;
      // A part may have no valid rows, even the first one.
      let separator = '';
      for (let part = parts.shift(); part !== undefined; part = parts.shift() ?? (await next())) {
        const written = write(part);
        if (written === '') continue;
        yield separator + written;
        separator = ',';
      }
      const others = JSON.stringify(leftOut.addCount(rest)).slice(1);
      yield `]${others === '}' ? '' : ','}${others},"status":${JSON.stringify(status)}}`;
    }

    return sendChunks(reply, chunks());
  });
}
