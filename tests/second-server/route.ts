import type { Fixture } from './fixture.ts';

/** A request at its route, after its authentication and its parameter names were checked. */
export interface Exchange {
  readonly fixture: Fixture;
  /** The decoded parameters of the path, in order. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** What a value must be: one exact text, or any that the check accepts. */
export type Accepted = string | ((value: unknown) => boolean);
export type Fields = Readonly<Record<string, Accepted>>;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments of the path; `*` stands for a parameter. */
  readonly path: string;
  /** `client`: basic authentication; `token`: a bearer token; `none`: no authorization at all. */
  readonly access: 'client' | 'token' | 'none' | 'anyone';
  readonly query?: Fields;
  /** Optional fields of the query or the body. */
  readonly optional?: Fields;
  readonly body?: Fields;
  readonly isForm?: boolean;
  readonly handle: (exchange: Exchange) => Reply;
}

/** A success. It has no `status` object beside `data`; `beside` adds other fields there (rules §1). */
export function answer(data: unknown, beside: Record<string, unknown> = {}): Reply {
  return { status: 200, body: { data, ...beside, served_by: 'another server' } };
}

/** A failure with its code as text. */
export function failure(status: number, code: string | null, description: string): Reply {
  return { status, body: { error: { code, description, hint: null } } };
}

export const notFound = failure(404, '4040', 'CART_NOT_FOUND');

/** A text that is not empty. */
export const someText: Accepted = (value) => typeof value === 'string' && value !== '';

/** Any text, including an empty one. */
export const anyText: Accepted = (value) => typeof value === 'string';

/** An integer in a query. */
export const wholeNumber: Accepted = (value) => typeof value === 'string' && /^\d+$/.test(value);

/** A day in a query (rules §1). */
export const day: Accepted = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

function accepts(accepted: Accepted, value: unknown): boolean {
  return typeof accepted === 'string' ? value === accepted : accepted(value);
}

/** The errors of the given values: unknown names, missing ones, invalid values. */
export function complaints(
  given: Readonly<Record<string, unknown>>,
  required: Fields,
  optional: Fields = {},
): string[] {
  const all = { ...required, ...optional };
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const accepted = all[name];
    if (accepted === undefined) return [`unknown ${name}`];
    return accepts(accepted, value) ? [] : [`${name} = ${JSON.stringify(value)}`];
  });
  const missing = Object.keys(required).filter((name) => !(name in given));
  return [...wrong, ...missing.map((name) => `missing ${name}`)];
}
