import * as z from 'zod';
import { type Call, type CallRequest, MEDIA_TYPES } from '#contract/call.ts';
import { DomainError } from '#server/domain/domain-error.ts';

/** The unparsed parts of a request. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Issue = z.core.$ZodIssue;

/** No field name of the contract is longer. An error does not repeat a longer name of a client. */
const MAX_FIELD_NAME_LENGTH = 40;

/** The innermost field of an issue. The issues of a union are in its branches. */
function fieldOf(issue: Issue, part: string): string {
  const named = issue.path.filter((step) => typeof step === 'string').at(-1);
  const name = (issue.code === 'unrecognized_keys' ? issue.keys[0] : named) ?? part;
  return name.length <= MAX_FIELD_NAME_LENGTH ? name : part;
}

function parsePart(schema: z.core.$ZodType | undefined, part: string, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new DomainError('INVALID_REQUEST', { field: issue === undefined ? part : fieldOf(issue, part) });
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.every((item) => item === ''));
}

/** Removes empty query values, which count as absent (rules §1). */
function withoutEmptyValues(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => !isEmpty(value)));
}

/** Whether the body is the query of a list. */
function isQuery({ searchesByBody }: Call, body: unknown): boolean {
  return searchesByBody === true && typeof body === 'object' && body !== null && !Array.isArray(body);
}

/**
 * Checks the media type of a request. Call it before the body is read, because the parser of another type would read
 * as much as this call allows.
 * @throws DomainError INVALID_REQUEST with `body` for a body of another type
 */
export function checkMediaType(call: Call, contentType: string | undefined): void {
  if (call.body === undefined) return;
  const given = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (given !== MEDIA_TYPES[call.encoding ?? 'json']) throw new DomainError('INVALID_REQUEST', { field: 'body' });
}

/**
 * Parses a request with the schemas of its call.
 * @throws DomainError INVALID_REQUEST with the name of the first wrong field
 */
export function parseRequest<C extends Call>(call: C, raw: RawRequest): CallRequest<C>;
export function parseRequest(call: Call, raw: RawRequest): Record<string, unknown> {
  return {
    params: parsePart(call.params, 'params', raw.params),
    query: parsePart(call.query, 'query', withoutEmptyValues(raw.query)),
    body: parsePart(call.body, 'body', isQuery(call, raw.body) ? withoutEmptyValues(raw.body) : raw.body),
  };
}
