import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { api } from '#contract/api.ts';
import { type WireRequest, groupPairs } from './expected-answer.ts';
import { type FuzzedRequest, Seen } from './fuzzed-request.ts';

/** The bytes of half a surrogate pair, which are invalid UTF-8. */
const NO_UTF8 = '%ED%A0%80';

/** The raw response. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}

function encode(value: string): string {
  return isWellFormed(value) ? encodeURIComponent(value) : NO_UTF8;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function pairsOf(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((one): [string, string] => [name, asText(one)]),
  );
}

/** A value with the ids that its references stand for. */
export function resolved(value: unknown, resolve: (seen: Seen) => number): unknown {
  if (value instanceof Seen) return resolve(value);
  if (Array.isArray(value)) return value.map((one) => resolved(one, resolve));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, resolve)]));
}

function textOf({ text, body, contentType }: FuzzedRequest): string {
  if (text !== undefined) return text;
  if (body === undefined) return '';
  if (!contentType.includes('form')) return JSON.stringify(body);
  return pairsOf(body)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

/** Serializes a request for the wire, with the ids that its session has seen. */
export function toWire(fuzzed: FuzzedRequest, resolve: (seen: Seen) => number): WireRequest {
  const { path } = api.find(({ name }) => name === fuzzed.call) ?? { path: '' };
  const params = Object.entries(resolved(fuzzed.params, resolve) as object).map(([name, value]) => [
    name,
    asText(value),
  ]);
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => params.find(([name]) => segment === `{${name}}`)?.[1] ?? segment);
  const pairs = pairsOf(resolved(fuzzed.query, resolve));
  const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const isReadable = segments.every((segment) => segment !== '' && isWellFormed(segment));
  const text = textOf({ ...fuzzed, body: resolved(fuzzed.body, resolve) });
  return {
    method: fuzzed.method,
    segments: isReadable ? segments : null,
    query: pairs.flat().every(isWellFormed) ? groupPairs(pairs) : null,
    address: `/${segments.map(encode).join('/')}${query === '' ? '' : `?${query}`}`,
    contentType: text === '' ? undefined : fuzzed.contentType,
    text,
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a request unchanged: `fetch` would correct it. */
export async function sendRaw(
  baseUrl: string,
  wire: WireRequest,
  authorization: string | undefined,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const sent = request({
    agent,
    hostname,
    port,
    method: wire.method,
    path: wire.address,
    headers: {
      'content-length': Buffer.byteLength(wire.text),
      ...(wire.contentType !== undefined && { 'content-type': wire.contentType }),
      ...(authorization !== undefined && { authorization }),
    },
  });
  sent.end(wire.text);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await readText(answer) };
}
