import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import type { file, pagination } from '#contract/entities/shared.ts';
import type { Call } from '#contract/call.ts';
import type { Sent, Shape } from '#contract/wire.ts';
import { type Page, validRows } from '#server/lists.ts';
import { serialize } from '#server/serialize.ts';

/** The list of a response whose rows may be left out, and the name of its id field. */
interface AnsweredList {
  readonly name: string;
  readonly item: Shape;
  readonly idName: string;
}

type Row = Readonly<Record<string, unknown>>;

/** A response without its invalid rows, and the ids of those rows. */
interface Shown {
  readonly data: unknown;
  readonly leftOut: readonly unknown[];
}

/** The list of a call's response, if its rows may be left out. */
export function answeredList({ answer: { shape } }: Call): AnsweredList | undefined {
  if (shape.kind !== 'record' || !('leftOut' in shape.fields)) return undefined;
  for (const [name, field] of Object.entries(shape.fields)) {
    if (field.kind !== 'list' || field.item.kind !== 'record') continue;
    const [idName = ''] = Object.entries(field.item.fields).find(([, { kind }]) => kind === 'id') ?? [];
    return { name, item: field.item, idName };
  }
  return undefined;
}

function breach({ name }: Call, { issues }: z.ZodError): Error {
  const paths = issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
  return new Error(`The answer to ${name} breaks the contract at ${paths.slice(0, 20).join(', ')}`);
}

/**
 * A response that keeps the contract.
 * @throws Error when it does not, even in one row of a list
 */
export function checkAnswer<T>(call: Call, data: T): T {
  const { error } = z.safeParse(call.answer.sent, data);
  if (error !== undefined) throw breach(call, error);
  return data;
}

/**
 * Removes the rows of a list that break the contract.
 * @throws Error when another part of the response breaks it
 */
function withoutUnreadable(call: Call, data: unknown): Shown {
  const { error } = z.safeParse(call.answer.sent, data);
  if (error === undefined) return { data, leftOut: [] };
  const list = answeredList(call);
  const wrong = new Set(error.issues.map(({ path }) => (path[0] === list?.name ? path[1] : undefined)));
  if (list === undefined || wrong.has(undefined)) throw breach(call, error);
  const answer = data as Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  const rows = answer[list.name] ?? [];
  return {
    data: { ...answer, [list.name]: rows.filter((_, index) => !wrong.has(index)) },
    leftOut: rows.filter((_, index) => wrong.has(index)).map((row) => row[list.idName]),
  };
}

/** The maximum number of ids in the log message. */
const MAX_LOGGED_IDS = 100;

/** The rows that a response leaves out because they cannot be read. */
export class LeftOut {
  private readonly call: Call;
  private readonly log: FastifyBaseLogger;
  private readonly ids: unknown[] = [];
  private count = 0;

  constructor(call: Call, log: FastifyBaseLogger) {
    this.call = call;
    this.log = log;
  }

  add(ids: readonly unknown[]): void {
    this.ids.push(...ids.slice(0, MAX_LOGGED_IDS - this.ids.length));
    this.count += ids.length;
  }

  /** A response, or a part of its list, as it is sent: without the rows that break the contract. */
  serialize(answer: unknown): object {
    const { data, leftOut } = withoutUnreadable(this.call, this.#written(answer));
    this.add(leftOut);
    return data as object;
  }

  #written(answer: unknown): unknown {
    const { shape } = this.call.answer;
    const list = answeredList(this.call);
    if (list === undefined || shape.kind !== 'record') return serialize(shape, answer);
    const { [list.name]: held = [], ...rest } = answer as Readonly<Record<string, readonly Row[]>>;
    const { rows, unreadable } = validRows(
      held,
      (row) => row[list.idName],
      (row) => serialize(list.item, row),
    );
    this.add(unreadable);
    return { [list.name]: rows, ...(serialize(shape, rest) as object) };
  }

  /** The response with the number of rows left out, if any. Their ids are logged. */
  addCount(answer: object): object {
    const { ids, count } = this;
    if (count === 0) return answer;
    this.log.error({ call: this.call.name, ids, count }, 'rows left out that cannot be read');
    return { ...answer, leftOut: count };
  }
}

export function serializeFile(fileName: string, mimeType: string, content: Buffer): Sent<typeof file> {
  return { fileName, mimeType, base64: content.toString('base64') };
}

export function serializePagination({
  page,
  pageSize,
  totalCount,
  hasMore,
}: Omit<Page<unknown>, 'rows'>): Sent<typeof pagination> {
  const totalPages = Math.ceil(totalCount / pageSize);
  return { page, pageSize, totalCount, totalPages, ...(hasMore === true && { hasMore }) };
}
