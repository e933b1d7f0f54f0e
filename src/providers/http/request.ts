import type { Call } from '#contract/call.ts';
import type { RawInput } from './call-options.ts';

function entriesOf(part: unknown): [string, unknown][] {
  return typeof part === 'object' && part !== null ? Object.entries(part) : [];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A query or form: empty parameters are left out, several values are comma-joined (decisions §1). */
function encodeFields(fields: unknown): URLSearchParams {
  const filled = entriesOf(fields).filter(([, value]) => !isEmpty(value));
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)]));
}

function fillPath(path: string, params: unknown): string {
  return entriesOf(params).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
}

/** The path and query of a call. */
export function requestPath(call: Call, { params, query }: RawInput): string {
  const search = encodeFields(query).toString();
  return fillPath(call.path, params) + (search && `?${search}`);
}

/** The body of a call, in the encoding that the contract names; undefined where it has none. */
export function requestBody(call: Call, { body }: RawInput): URLSearchParams | string | undefined {
  if (body === undefined) return undefined;
  return call.encoding === 'form' ? encodeFields(body) : JSON.stringify(body);
}
