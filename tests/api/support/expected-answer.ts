import * as z from 'zod';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { BODY_LIMIT } from '#server/http/bodies.ts';
import { MAX_URL_LENGTH } from '#server/http/errors.ts';

/** A request on the wire. */
export interface WireRequest {
  readonly method: string;
  /** The decoded segments; null if they cannot be decoded, which leaves the response open. */
  readonly segments: readonly string[] | null;
  readonly query: Readonly<Record<string, unknown>> | null;
  readonly address: string;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** What the contract says about a request: its call, and its refusal. */
export interface Expectation {
  readonly call: Call | undefined;
  /** INVALID_REQUEST must name one of these fields. Undefined if the request is valid. */
  readonly wrongFields?: ReadonlySet<string>;
}

function matches({ method, path }: Call, request: WireRequest): Record<string, string> | undefined {
  const names = path.slice(1).split('/');
  const { segments } = request;
  if (method !== request.method || segments?.length !== names.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? '';
    if (name.startsWith('{')) params[name.slice(1, -1)] = segment;
    else if (name !== segment) return undefined;
  }
  return params;
}

/** A path without parameters takes precedence over one with parameters. */
function findCall(request: WireRequest): { call: Call; params: Record<string, string> } | undefined {
  const found = api.flatMap((call) => {
    const params = matches(call, request);
    return params ? [{ call, params }] : [];
  });
  return found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function namesOf(part: string, { issues }: z.core.$ZodError): ReadonlySet<string> {
  const names = issues.flatMap((issue) => [
    ...issue.path.filter((step) => typeof step === 'string'),
    ...(issue.code === 'unrecognized_keys' ? issue.keys : []),
  ]);
  return new Set([part, ...names]);
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.every((item) => item === ''));
}

/** In a search an empty value counts as absent (rules §1). */
function withoutEmpty(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

const UNREADABLE = Symbol('unreadable');
const BODY = new Set(['body']);

/** Whether copying the fields would change the prototype of objects. Fastify rejects such a body. */
function isPoisoned(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.entries(value) as [string, unknown][];
  const isOfConstructor = (name: string, inner: unknown) =>
    name === 'constructor' && typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype');
  return entries.some(([name, inner]) => name === '__proto__' || isOfConstructor(name, inner) || isPoisoned(inner));
}

/**
 * A large body is built field by field: `__proto__` has no effect there unless its value is an object, which is
 * refused.
 */
function withoutPrototype(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, '__proto__')) return body;
  const entries = Object.entries(body) as [string, unknown][];
  const prototype = entries.find(([name]) => name === '__proto__')?.[1];
  if (typeof prototype === 'object') return UNREADABLE;
  return Object.fromEntries(entries.filter(([name]) => name !== '__proto__'));
}

function readBody({ encoding }: Call, { text, contentType }: WireRequest): unknown {
  const type = contentType?.split(';')[0];
  // The generated requests contain no file.
  if (encoding === 'multipart') return UNREADABLE;
  if (encoding === 'form') {
    return type === 'application/x-www-form-urlencoded' ? groupPairs(new URLSearchParams(text)) : UNREADABLE;
  }
  if (type !== 'application/json') return UNREADABLE;
  try {
    // A byte order mark is skipped.
    const body: unknown = text === '' ? undefined : JSON.parse(text.replace(/^\uFEFF/, ''));
    if (text.length > BODY_LIMIT) return withoutPrototype(body);
    return isPoisoned(body) ? UNREADABLE : body;
  } catch {
    return UNREADABLE;
  }
}

/** The values of pairs by name. Several values of one name form a list, as on the server. */
export function groupPairs(pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const grouped = new Map<string, string[]>();
  for (const [name, value] of pairs) grouped.set(name, [...(grouped.get(name) ?? []), value]);
  return Object.fromEntries([...grouped].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** Derives the expectation from the contract alone. */
export function expectationOf(request: WireRequest): Expectation | undefined {
  const { segments, query, address, text, contentType } = request;
  if (segments === null || query === null || address.length > MAX_URL_LENGTH) return undefined;
  const found = findCall(request);
  if (found === undefined) return { call: undefined };
  const { call, params } = found;
  if (Buffer.byteLength(text) > (call.bodyLimit ?? BODY_LIMIT)) return undefined;
  // Only the form of a body is checked if the call reads none.
  if (call.body === undefined && text !== '') return undefined;
  const read = call.body && readBody(call, { ...request, text, contentType });
  if (read === UNREADABLE) return { call, wrongFields: BODY };
  const isSearch = call.searchesByBody === true && typeof read === 'object' && read !== null && !Array.isArray(read);
  const body = isSearch ? withoutEmpty(read) : read;
  for (const [part, schema, value] of [
    ['params', call.params, params],
    ['query', call.query, withoutEmpty(query)],
    ['body', call.body, body],
  ] as const) {
    const parsed = schema && z.safeParse(schema, value);
    if (parsed && !parsed.success) return { call, wrongFields: namesOf(part, parsed.error) };
  }
  return { call };
}
