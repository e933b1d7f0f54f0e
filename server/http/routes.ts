import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { file } from '#contract/entities/shared.ts';
import type { OpenFile } from '#contract/calls/open-data.ts';
import type { Origin } from '#server/access-log/audit.ts';
import { type Access, type Call, type CallRequest, wayOf } from '#contract/call.ts';
import { kindCheckOf } from '#server/database/dossier-kinds.ts';
import { withTimeout } from '#server/database/pool.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { type Client, type Limiter, runAs } from '#server/limiter.ts';
import { wroteLately } from '#server/access-log/audit.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { answeredList, checkAnswer, LeftOut } from './answers.ts';
import { BODY_LIMIT } from './bodies.ts';
import { answerOnce, type Keep, keyOf } from './kept-answers.ts';
import { networkOf, rateLimiterOf } from './limits.ts';
import { type HeldReply, serialize } from '#server/serialize.ts';
import {
  checkMediaType,
  type ClientCredentials,
  identifyPrincipal,
  parseRequest,
  type PrincipalOf,
  readAuthorization,
} from './requests.ts';

/** In ms. What takes longer begins without its content, or a proxy or browser would give up before. */
const FIRST_CHUNK_MS = 1500;

/**
 * Starts a stream and waits for its first chunk, but not for long, so that an earlier error can still be sent as an error
 * response. Whoever asks for the next ones, they are the client's.
 */
async function startStream<T>(chunks: AsyncIterable<T>, client: Client): Promise<AsyncIterable<T>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = iterator.next();
  await withTimeout(first, FIRST_CHUNK_MS, () => undefined);
  const begun = { ...client, hasBegun: true };
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = await first; next.done !== true; next = await runAs(begun, () => iterator.next()))
          yield next.value;
      } finally {
        await iterator.return?.();
      }
    },
  };
}

/** In ms. A proxy ends who takes nothing; who takes a little now and then must not keep a place for ever. */
const LONGEST_ANSWER_MS = 900_000;

/**
 * Sends text in chunks, JSON by default, as fast as the client reads. An error in a chunk ends the connection, so that the client does
 * not take the response for complete. After a disconnect no more chunks are read.
 */
function sendChunks(
  reply: FastifyReply,
  chunks: AsyncIterable<string | Buffer>,
  type = 'application/json; charset=utf-8',
): FastifyReply {
  const longest = setTimeout(() => reply.raw.destroy(), LONGEST_ANSWER_MS).unref();
  reply.raw.once('close', () => clearTimeout(longest));
  return reply.type(type).send(Readable.from(chunks, { objectMode: false }));
}

/** Bytes in base64. Three bytes make four characters, so the remainder of a chunk goes into the next. */
async function* toBase64(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

/** The client has disconnected; this is not an error to report. */
class ClientGoneError extends Error {
  readonly statusCode = 499;
}

/** Created once, because every response ends with it, and an error takes long to record its stack. */
const CLIENT_GONE = new ClientGoneError('the client has gone');

/** Aborts when the client has disconnected or has received the whole response. */
export function signalOf({ raw, request }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // Of a request that came before the former one was answered, only the connection tells that the client has gone.
  const { socket } = request.raw;
  const end = () => {
    socket.off('close', end);
    gone.abort(CLIENT_GONE);
  };
  if (raw.destroyed || socket.destroyed) end();
  else {
    raw.once('close', end);
    socket.once('close', end);
  }
  return gone.signal;
}

/** Releases a slot when the client has disconnected, or has received the whole response. */
function releaseAtEnd(release: () => void, signal: AbortSignal): void {
  // A signal that has aborted emits no event any more.
  if (signal.aborted) release();
  else signal.addEventListener('abort', release);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The credentials for the two sign-on calls. */
    clientCredentials: ClientCredentials;
  }
}

/** The tools of a handler. */
interface RouteTools<C extends Call> {
  /** Checks a response before the transaction commits, so that an invalid one rolls it back. */
  readonly checked: (data: HeldReply<C>) => HeldReply<C>;
  /**
   * The same for a command that tills may make. It also keeps the response for repetitions with the same key, with the
   * patient of whom it tells, in the command's transaction: so neither is there without the other.
   */
  readonly kept: (trx: Database, patientId: number, data: HeldReply<C>) => Promise<HeldReply<C>>;
  /** Records the ids of rows that the list leaves out because they cannot be read. */
  readonly leaveOut: (ids: readonly unknown[]) => void;
  readonly origin: Origin;
  readonly client: Client;
}

/** A signal that never aborts. */
const NEVER_ABORTS = new AbortController().signal;

/** Handles a parsed request of a principal and returns the content of `data`. May throw DomainError. */
type Handler<C extends Call> = (
  request: CallRequest<C>,
  principal: PrincipalOf<C['access']>,
  tools: RouteTools<C>,
) => Promise<HeldReply<C>>;

/** A parsed call. */
interface Incoming<C extends Call> {
  readonly parsed: CallRequest<C>;
  readonly principal: PrincipalOf<C['access']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly client: Client;
}

/** The key that all calls of a user share; without a user, all those of an address. */
function clientKeyOf({ ip }: FastifyRequest, principal: Principal | null): string {
  return principal === null ? networkOf(ip) : `user ${principal.userId}`;
}

/** What is known of a request before its body is read. */
interface Admitted<C extends Call> {
  readonly principal: PrincipalOf<C['access']>;
  readonly client: Client;
  /** Gives back the slot of a large body or of a file. */
  readonly release: (() => void) | undefined;
}

/**
 * The slots for a body above the usual limit, which is in memory as a whole, or for a file of any size, which may unpack
 * to a large one (rules §8); undefined for any other.
 */
function slotsForBody(app: FastifyInstance, call: Call, length: string | undefined): Limiter | undefined {
  if (call.encoding === 'multipart') return app.slots.files;
  const isUsual = length !== undefined && Number(length) <= BODY_LIMIT;
  return isUsual || (call.bodyLimit ?? 0) <= BODY_LIMIT ? undefined : app.slots.largeBodies;
}

/** Takes the slots of a long list of its user, or of its address where there is none. */
function takeListSlots(
  { slots }: FastifyInstance,
  principal: Principal | null,
  { key, address = key, signal }: Client,
) {
  const take = (limiter: Limiter, by: string) => releaseAtEnd(limiter.take(by), signal);
  if (principal === null) take(slots.publicLists, key);
  else {
    take(slots.lists, key);
    take(slots.listsOfAddress, address);
  }
}

/** Catalogues ask for the head of a file alone. */
function isFileForAll({ access, answer }: Call): boolean {
  return access === 'public' && answer === file;
}

/** Registers one call with the path, access, schemas and body limit of the contract. */
function registerCall<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  respond: (incoming: Incoming<C>) => Promise<FastifyReply>,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted<C>>();
  const authorize = async (request: FastifyRequest): Promise<void> => {
    try {
      request.claims = await readAuthorization(call, request, services, app.clientCredentials);
    } catch (error) {
      // Apart from right ones, so that a stranger does not use up the sign-ons of an address.
      if (call.access === 'client') await app.countSignOn(request, `wrong ${networkOf(request.ip)}`);
      throw error;
    }
  };
  const way = wayOf(call);
  const identify = (request: FastifyRequest) => {
    const key = request.claims === null ? networkOf(request.ip) : `session ${request.claims.sessionId}`;
    const client = { key, signal: NEVER_ABORTS, way: way === 'sale' ? way : 'primary' } as const;
    return runAs(client, () => identifyPrincipal(call, request, services));
  };
  /** The connections for the call: the user of an office reads what they have just written, whatever a replica has by then. */
  const clientOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal | null,
  ): Promise<Client> => {
    const client = { key: clientKeyOf(request, principal), signal: signalOf(reply) };
    if (way === 'sale') return client;
    const onPrimary = { ...client, address: networkOf(request.ip), way: 'primary' } as const;
    const isBehind =
      principal !== null && services.hasReplica && (await runAs(onPrimary, () => wroteLately(services, principal)));
    return isBehind ? onPrimary : { ...onPrimary, way };
  };
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await identify(request);
    checkMediaType(call, request.headers['content-type']);
    const client = await clientOf(request, reply, principal);
    const slots = slotsForBody(app, call, request.headers['content-length']);
    const release = slots?.take(client.key);
    if (release !== undefined) releaseAtEnd(release, client.signal);
    admitted.set(request, { principal, client, release });
  };
  const limit = rateLimiterOf(app, call);
  const checkKinds = kindCheckOf(call);
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: isFileForAll(call),
    bodyLimit: call.bodyLimit ?? BODY_LIMIT,
    // These hooks run before the body is read, so that a stranger cannot make the server read one. Calls with a
    // session count before the session is looked up in the database.
    onRequest: [authorize, ...limit, admit],
    handler: async (request, reply) => {
      const known = admitted.get(request);
      if (known === undefined) throw new Error(`${call.name} has not identified its principal`);
      const { principal, client, release } = known;
      const { params, query, body } = request;
      const parsed = parseRequest(call, { params, query, body });
      void reply.header('cache-control', 'no-store');
      const answer = async () => {
        await checkKinds?.(services.db, parsed);
        return respond({ parsed, principal, request, reply, client });
      };
      if (release === undefined) return runAs(client, answer);
      // The work goes on when the client has gone, so the slot is not free before the work has ended.
      client.signal.removeEventListener('abort', release);
      try {
        return await runAs(client, answer);
      } finally {
        release();
      }
    },
  });
}

/**
 * Registers one call with its handler. The response is checked before it is sent (rules §1). An invalid response
 * becomes an INTERNAL_ERROR; invalid rows of a list are left out and counted instead.
 */
export function registerRoute<const C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: Handler<C>,
): void {
  registerCall(app, services, call, async ({ parsed, principal, request, reply, client }) => {
    const leftOut = new LeftOut(call, request.log);
    const status = { trace: request.id };
    const write = (data: HeldReply<C>) => checkAnswer(call, serialize(call.answer.shape, data));
    const work = async (keep: Keep) => {
      const answer = await handler(parsed, principal, {
        checked: (data) => {
          write(data);
          return data;
        },
        kept: async (trx, patientId, data) => {
          await keep(trx, patientId, { data: write(data), status });
          return data;
        },
        leaveOut: (ids) => leftOut.add(ids),
        origin: { address: request.ip, trace: request.id, callerTrace: request.callerTrace },
        client,
      });
      return { data: leftOut.addCount(leftOut.serialize(answer)), status };
    };
    const key = keyOf(call, principal, request);
    if (key === undefined) return reply.send(await work(() => Promise.resolve()));
    const known = await answerOnce(services, key, { parsed, trace: request.id }, work);
    return reply.status(known.status).send(known.body);
  });
}

/** The tools of a list handler. */
interface ListTools {
  /** Records the ids of rows that the list leaves out because they cannot be read. */
  readonly leaveOut: (ids: readonly unknown[]) => void;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Creates the response in one or more parts, which differ only in the rows of their list. May throw DomainError. */
type ListHandler<C extends Call> = (
  request: CallRequest<C>,
  principal: PrincipalOf<C['access']>,
  tools: ListTools,
) => AsyncGenerator<HeldReply<C>, void, undefined>;

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
  registerCall(app, services, call, async ({ parsed, principal, request, reply, client }) => {
    const { signal } = client;
    const leftOut = new LeftOut(call, request.log);
    const iterator = handler(parsed, principal, { leaveOut: (ids) => leftOut.add(ids), signal });
    const status = { trace: request.id };
    // Later parts are asked for when the client's connection has taken those before.
    const next = async (by: Client) => {
      const { value } = await runAs(by, () => iterator.next());
      return value === undefined ? undefined : (leftOut.serialize(value) as Part);
    };
    const first = await next(client);
    if (first === undefined) throw new Error(`${call.name} has made no answer`);
    const second = await next(client);
    if (second === undefined) return reply.send({ data: leftOut.addCount(first), status });
    takeListSlots(app, principal, client);

    const write = (part: Part) => (part[name] as readonly unknown[]).map((row) => JSON.stringify(row)).join();
    const rest = { ...first, [name]: undefined };
    // Parts are removed one by one, so that sent rows do not stay in memory until the last ones are read.
    const parts = [first, second];
    const begun = { ...client, hasBegun: true };
    async function* chunks() {
      yield `{"data":{"${name}":[`;
      // A part may have no valid rows, even the first one.
      let separator = '';
      for (let part = parts.shift(); part !== undefined; part = parts.shift() ?? (await next(begun))) {
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
  registerCall(app, services, call, async ({ parsed, principal, request, reply, client }) => {
    if (principal === null) throw new Error(`${call.name} is made by nobody`);
    const { signal } = client;
    const release = app.slots.documents.take(client.key);
    const beginDocument = async () => {
      const { content, ...facts } = await handler(parsed, principal, { signal });
      checkAnswer(call, { ...facts, base64: '' });
      return { facts, base64: await startStream(toBase64(content), client) };
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

/** A file as it is now. */
interface FileNow {
  /** What differs whenever the content does. */
  readonly mark: string;
  readonly content: AsyncIterable<string>;
  /** Further headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
}

type QueryOf<F extends OpenFile> = F extends { readonly query: z.ZodMiniType } ? z.output<F['query']> : object;

/** Makes a file. The content is read only if it is sent. May throw DomainError. */
type FileHandler<F extends OpenFile> = (query: QueryOf<F>, signal: AbortSignal) => Promise<FileNow>;

const NOT_MODIFIED = 304;

/** Whether the client has what has this tag (RFC 9110: weakly compared). */
function hasTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((part) => part.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(tag.replace(/^W\//, ''));
}

function takesGzip({ headers }: FastifyRequest): boolean {
  const asked = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i.exec(headers['accept-encoding'] ?? '');
  return asked !== null && Number(asked[1] ?? 1) > 0;
}

/**
 * Registers a file at a stable address for everybody, pages of other origins included. It is sent while it is made,
 * compressed if the client takes that, and not again to a client that has it.
 */
export function registerFileRoute<const F extends OpenFile>(
  app: FastifyInstance,
  services: Services,
  open: F,
  handler: FileHandler<F>,
): void {
  const { name, path, summary, mediaType, query = z.strictObject({}) }: OpenFile = open;
  const call: Call = { name, path, summary, query, method: 'GET', access: 'public', answer: file };
  registerCall(app, services, call, async ({ parsed, request, reply, client }) => {
    releaseAtEnd(app.slots.publicLists.take(client.key), client.signal);
    const { query: asked } = parsed as { readonly query: QueryOf<F> };
    const { mark, content, headers = {} } = await handler(asked, client.signal);
    // Another release may write the same rows in another way.
    const hash = createHash('sha256').update(packageFile.version).update(mark).digest('base64url');
    const tag = `W/"${hash}"`;
    const told = {
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': ['etag', ...Object.keys(headers)].join(', '),
      etag: tag,
      ...headers,
    };
    if (hasTag(request, tag)) return reply.headers(told).code(NOT_MODIFIED).send();
    const isPacked = takesGzip(request);
    if (isPacked) Object.assign(told, { 'content-encoding': 'gzip' });
    if (request.method === 'HEAD') return reply.headers(told).type(mediaType).send();
    const chunks = await startStream(content, client);
    if (!isPacked) return sendChunks(reply.headers(told), chunks, mediaType);
    const packed = createGzip();
    void pipeline(chunks, packed).catch((error: unknown) => packed.destroy(error as Error));
    return sendChunks(reply.headers(told), packed, mediaType);
  });
}
