import type { FastifyInstance } from 'fastify';
import type { Access, Call, CallRequest } from '#contract/call.ts';
import type { file } from '#contract/entities/file.ts';
import type { Services } from '#server/domain/context.ts';
import { checkAnswer } from '../response/check-answer.ts';
import type { PrincipalOf } from '../request/principal.ts';
import { releaseAtEnd } from '../limits/slots.ts';
import { registerCall } from './register-route.ts';
import { sendChunks, startStream, toBase64 } from '../response/send-chunks.ts';

/** A call of a signed-in user whose response is a document. */
type DocumentCall = Call & { readonly answer: typeof file; readonly access: Exclude<Access, string> };

/** A document that is created while it is sent. */
interface Document {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** What the handler of a document may need. */
interface DocumentTools {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** The services of a call that may be late (`REPLICA_CALLS`); those of the server for any other. */
  readonly readServices: Services;
}

/** Creates a document. May throw DomainError. */
type DocumentHandler<C extends DocumentCall> = (
  request: CallRequest<C>,
  principal: PrincipalOf<C['access']>,
  tools: DocumentTools,
) => Promise<Document>;

/**
 * Registers a call for a document of any length. Few documents are created at the same time; each is encoded in base64
 * while it is sent. An error before the first bytes gets a normal error response; later errors end the connection.
 */
export function registerDocumentRoute<const C extends DocumentCall>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: DocumentHandler<C>,
): void {
  registerCall(app, services, call, async ({ parsed, principal, readServices, request, reply, client }) => {
    if (principal === null) throw new Error(`${call.name} is made by nobody`);
    const { signal } = client;
    const release = app.slots.documents.take(client.key);
    const beginDocument = async () => {
      const { content, ...facts } = await handler(parsed, principal, { signal, readServices });
      checkAnswer(call, { ...facts, base64: '' });
      return { facts, base64: await startStream(toBase64(content)) };
    };
    // The work goes on when the client has gone, so the slot is not free before the work has ended.
    const { facts, base64 } = await beginDocument().catch((error: unknown) => {
      release();
      throw error;
    });
    releaseAtEnd(release, signal);

    async function* chunks() {
      let outcome = 'cancelled';
      try {
        yield `{"data":${JSON.stringify(facts).slice(0, -1)},"base64":"`;
        yield* base64;
        release();
        yield `"},"status":${JSON.stringify({ trace: request.id })}}`;
        outcome = 'complete';
      } catch (error) {
        if (!signal.aborted) outcome = 'failed';
        throw error;
      } finally {
        services.metrics.documents.inc({ outcome });
      }
    }

    return sendChunks(reply, chunks());
  });
}
