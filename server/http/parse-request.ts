import * as z from 'zod';
import type { Call, CallRequest } from '#contract/call.ts';
import { DomainError } from '#server/domain/domain-error.ts';

/** The parts of a request as they came. */
export interface RawRequest {
  readonly contentType: string | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** How a body is encoded. */
export const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

type Issue = z.core.$ZodIssue;

/** No field of ours has a longer name: a client's own is not repeated at length. */
const LONGEST_NAME = 40;

/** The innermost field that an issue is about; a union's issue stands in one of its branches. */
function fieldOf(issue: Issue, part: string): string {
  const named = issue.path.filter((step) => typeof step === 'string').at(-1);
  const name = (issue.code === 'unrecognized_keys' ? issue.keys[0] : named) ?? part;
  return name.length <= LONGEST_NAME ? name : part;
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

/** An empty query value is an absent one (rules §1). */
function withoutEmptyValues(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => !isEmpty(value)));
}

/** Whether a body stands for the query of a list. */
function isQuery({ searchesByBody }: Call, body: unknown): boolean {
  return searchesByBody === true && typeof body === 'object' && body !== null && !Array.isArray(body);
}

function checkMediaType(call: Call, contentType: string | undefined): void {
  const given = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (given !== MEDIA_TYPES[call.encoding ?? 'json']) throw new DomainError('INVALID_REQUEST', { field: 'body' });
}

/**
 * Reads a request by its call's schemas.
 * @throws DomainError INVALID_REQUEST with the name of the first wrong field, or `body` for a body of another kind
 */
export function parseRequest<C extends Call>(call: C, raw: RawRequest): CallRequest<C>;
export function parseRequest(call: Call, raw: RawRequest): Record<string, unknown> {
  if (call.body !== undefined) checkMediaType(call, raw.contentType);
  return {
    params: parsePart(call.params, 'params', raw.params),
    query: parsePart(call.query, 'query', withoutEmptyValues(raw.query)),
    body: parsePart(call.body, 'body', isQuery(call, raw.body) ? withoutEmptyValues(raw.body) : raw.body),
  };
}
