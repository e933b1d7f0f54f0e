import * as z from 'zod';
import type { Call } from '#contract/call.ts';

/** The list of a response whose rows may be left out, and the name of its id field. */
interface AnsweredList {
  readonly name: string;
  readonly idName: string;
}

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
    return { name, idName };
  }
  return undefined;
}

function breach({ name }: Call, { issues }: z.ZodError): Error {
  const paths = issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
  return new Error(`The answer to ${name} breaks the contract at ${paths.slice(0, 20).join(', ')}`);
}

/** @throws Error when a response breaks the contract, even in one row of a list */
export function checkAnswer(call: Call, data: unknown): void {
  const { error } = z.safeParse(call.answer.sent, data);
  if (error !== undefined) throw breach(call, error);
}

/**
 * Removes the rows of a list that break the contract.
 * @throws Error when another part of the response breaks it
 */
export function withoutUnreadable(call: Call, data: unknown): Shown {
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
