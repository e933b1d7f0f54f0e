import * as z from 'zod';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { type ReadError, readError } from '#contract/errors.ts';

/** The result of a call. */
export interface Outcome<C extends Call> {
  readonly status: number;
  /** The `data` of the response, read as the portal reads it. Absent after a refusal. */
  readonly data?: CallAnswer<C>;
  readonly error?: ReadError;
  readonly trace: string;
}

/** The authorization of a call: a bearer token, or the whole header; and the key of a till's command. */
export interface Signature {
  readonly token?: string | undefined;
  readonly authorization?: string;
  readonly key?: string;
}

interface AnyInput {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

const envelope = z.strictObject({
  data: z.unknown().optional(),
  error: z.optional(readError),
  status: z.strictObject({ trace: z.string().min(1) }),
});

function textEntries(values: object = {}): [string, string][] {
  return Object.entries(values).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  );
}

function addressOf(baseUrl: string, call: Call, { params, query }: AnyInput): URL {
  const path = textEntries(params).reduce<string>(
    (so, [key, value]) => so.replace(`{${key}}`, encodeURIComponent(value)),
    call.path,
  );
  const url = new URL(path, baseUrl);
  for (const [key, value] of textEntries(query)) url.searchParams.set(key, value);
  return url;
}

function bodyOf(call: Call, body: object | undefined): RequestInit {
  if (body === undefined) return {};
  if (call.encoding === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(body)) form.append(name, value as Blob);
    return { body: form };
  }
  if (call.encoding === 'form') return { body: new URLSearchParams(textEntries(body)) };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Makes a call of the contract over HTTP and checks the envelope of its response. */
export async function callServer<C extends Call>(
  baseUrl: string,
  call: C,
  input: CallInput<C>,
  { token, authorization = token === undefined ? undefined : `Bearer ${token}`, key }: Signature = {},
): Promise<Outcome<C>> {
  const init = bodyOf(call, (input as AnyInput).body);
  const headers = new Headers(init.headers);
  if (authorization !== undefined) headers.set('authorization', authorization);
  if (key !== undefined) headers.set('idempotency-key', key);
  const response = await fetch(addressOf(baseUrl, call, input), { ...init, method: call.method, headers });
  const { data, error, status } = envelope.parse(await response.json());
  return {
    status: response.status,
    trace: status.trace,
    ...(error === undefined ? { data: z.parse(call.answer.read, data) as CallAnswer<C> } : { error }),
  };
}
