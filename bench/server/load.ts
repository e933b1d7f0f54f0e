import { type Socket, connect } from 'node:net';
import pg from 'pg';
import { Ids } from './ids.ts';
import type { Done, Request, Statement, Work } from './work.ts';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

interface Answer {
  readonly status: number;
  readonly text: () => string;
}

/** A persistent connection with one request at a time. It has no client library and no parser, to cost little. */
class Connection {
  private readonly socket: Socket;
  private chunks: Buffer[] = [];
  private have = 0;
  private head = '';
  /** The number of bytes of the answer; undefined if it is chunked. */
  private need: number | undefined;
  private onAnswer: (answer: Answer) => void = () => undefined;
  private onError: (error: Error) => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.onError(error));
    socket.on('close', () => this.onError(new Error('the server closed the connection')));
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return new Connection(socket);
  }

  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.onAnswer = resolve;
      this.onError = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.onError = () => undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.have += chunk.length;
    if (this.head === '') this.readHead();
    const isWhole =
      this.need === undefined ? chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : this.have >= this.need;
    if (this.head === '' || !isWhole) return;
    const { chunks, head } = this;
    this.chunks = [];
    this.have = 0;
    this.head = '';
    this.need = undefined;
    this.onAnswer({ status: Number(head.slice(9, 12)), text: () => Buffer.concat(chunks).toString() });
  }

  private readHead(): void {
    const so = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks);
    const end = so?.indexOf(HEAD_END) ?? -1;
    if (so === undefined || end < 0) return;
    this.head = so.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(this.head)?.[1];
    if (length !== undefined) this.need = end + HEAD_END.length + Number(length);
  }
}

function toText({ method, path, token, body }: Request): string {
  const head = [`${method} ${path} HTTP/1.1`, 'host: bench'];
  if (token !== undefined) head.push(`authorization: Bearer ${token}`);
  if (body !== undefined) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return `${head.join('\r\n')}${HEAD_END}${body ?? ''}`;
}

type Sequence = () => Promise<string | undefined>;

/** Makes the requests of a sequence. Returns the failure, if any. */
async function askAll(connection: Connection, requests: readonly Request[]): Promise<string | undefined> {
  const ids = new Ids();
  for (const request of requests) {
    const { path, body } = request;
    const { status, text } = await connection.ask(
      toText({ ...request, path: ids.filled(path), ...(body !== undefined && { body: ids.filled(body) }) }),
    );
    if (status !== 200) return `${path} ${status} ${/"description":"(\w+)"/.exec(text())?.[1] ?? ''}`;
    if (requests.length > 1) ids.note(text());
  }
  return undefined;
}

async function runAll(client: pg.Client, statements: readonly Statement[]): Promise<string | undefined> {
  const returned: Record<string, unknown>[] = [];
  try {
    for (const { name, text, values, taken } of statements) {
      const given = [...values];
      for (const { value, statement, column } of taken) given[value] = returned[statement]?.[column];
      const answer = await client.query<Record<string, unknown>>({ text, values: given, ...(name && { name }) });
      // The driver gives a list of answers, whatever its type says, for a text of several statements.
      returned.push([answer].flat().at(-1)?.rows[0] ?? {});
    }
  } catch (error) {
    await client.query('rollback');
    return String(error);
  }
  return undefined;
}

/** Opens a connection. Returns a function that runs one sequence after the other, and one that closes it. */
async function openConnection(work: Work, first: number): Promise<{ next: Sequence; close: () => void }> {
  let turn = first;
  if (work.kind === 'http') {
    const connection = await Connection.open(work.url);
    const next = () => askAll(connection, work.sequences[turn++ % work.sequences.length] ?? []);
    return { next, close: () => connection.close() };
  }
  const client = new pg.Client({ connectionString: work.url });
  await client.connect();
  const next = () => runAll(client, work.sequences[turn++ % work.sequences.length] ?? []);
  return { next, close: () => void client.end() };
}

async function carryOut(work: Work): Promise<Done> {
  const places = Array.from({ length: work.connections }, (_, number) => number);
  const step = Math.max(1, Math.floor(work.sequences.length / work.connections));
  const connections = await Promise.all(places.map((number) => openConnection(work, number * step)));
  const ms: number[] = [];
  const failures = new Map<string, number>();
  const start = performance.now();
  const end = start + work.seconds * 1000;
  let left = work.most ?? Infinity;
  await Promise.all(
    connections.map(async ({ next }) => {
      // Runs at least one sequence, however long it takes.
      do {
        left -= 1;
        const asked = performance.now();
        const failure = await next();
        ms.push(performance.now() - asked);
        if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1);
      } while (performance.now() < end && left > 0);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  connections.forEach(({ close }) => close());
  return { seconds, ms, failures };
}

process.on('message', (work: Work) => {
  carryOut(work).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
