import type { Call } from '#contract/call.ts';

function entriesOf(part: unknown): [string, unknown][] {
  return typeof part === 'object' && part !== null ? Object.entries(part) : [];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Encodes a query or form: leaves out empty parameters and joins several values with commas (rules §1). */
export function encodeFields(fields: unknown): URLSearchParams {
  const filled = entriesOf(fields).filter(([, value]) => !isEmpty(value));
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)]));
}

/** Encodes a body: fields, a form with a file, or a value that axios writes as JSON. */
export function encodeBody({ encoding }: Pick<Call, 'encoding'>, body: unknown): unknown {
  if (encoding === 'form') return encodeFields(body);
  if (encoding !== 'multipart') return body;
  const form = new FormData();
  for (const [name, value] of entriesOf(body)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

export function fillPath(path: string, params: unknown): string {
  return entriesOf(params).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
}

/** A body that is no JSON gives undefined, so that the status still counts (a gateway responds in HTML). */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
