import * as z from 'zod/mini';
import { type Call, type CallAnswer, type CallInput, mayCall } from '#contract/call.ts';
import { refreshTokens } from '#contract/calls/authentication.ts';
import { file } from '#contract/entities/shared.ts';
import { type RawAnswer, type ReadAnswer, readAnswer } from '#src/providers/api/read-answer.ts';
import { encodeBody, encodeFields, fillPath, parseBody } from '#src/providers/api/serialization.ts';
import { timeLimitOf } from '#src/providers/api/time-limits.ts';

/** A server to check, and the portal that is to use it. */
export interface Target {
  /** The `apiBaseUrl` of the portal's configuration. */
  readonly url: string;
  readonly token: string;
  /** With it an expired token is renewed, as the portal does. */
  readonly refreshToken?: string | undefined;
  /** What the server must allow by CORS, and the client of the two sign-on calls. */
  readonly portal?:
    | {
        readonly origin: string;
        readonly sso: { readonly clientId: string; readonly username: string; readonly password: string };
      }
    | undefined;
}

type Topic = 'call' | 'refusal' | 'paging' | 'CORS' | 'sale';

export interface Check {
  readonly call: string;
  readonly topic: Topic;
  readonly outcome: 'works' | 'fails' | 'not tried';
  /** What would not work, or why it was not tried. It shows no value of an answer. */
  readonly detail: string;
}

interface Received extends RawAnswer {
  readonly contentType: string;
  /** Why there is no answer that a browser would hand to the portal. */
  readonly lost?: string;
}

/** For one that is no call: what a browser asks by itself. */
const USUAL_LIMIT_MS = 30_000;
/** The lowest status of a refusal. */
const REFUSAL = 400;
/** A server that answers none of its first calls cannot be tried. */
const MOST_UNANSWERED = 3;

/** The message of a failed `fetch`, and its cause, which alone has the reason. */
export function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return `${message}: ${cause.message || String((cause as { readonly code?: unknown }).code)}`;
}

/** Whether a browser hands this answer to a page of this origin. */
export function allows({ headers }: Response, origin: string): boolean {
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);
}

/** Why the portal cannot read the data of a success: its first problem. */
function shapeProblem({ answer }: Call, { body, contentType }: Received): string {
  if (typeof body !== 'object' || body === null) return `answers ${contentType}, not a JSON object`;
  const { data, pagination } = body as { data?: object; pagination?: unknown };
  const whole = { pagination, ...data };
  const [issue] = z.safeParse(answer.read, whole).error?.issues ?? [];
  if (issue === undefined) return 'cannot be read';
  const value = valueAt(whole, issue.path);
  const where = issue.path.join('.');
  if (value === undefined || value === null) return `${where} is missing`;
  return issue.code === 'invalid_type'
    ? `${where} is ${withArticle(Array.isArray(value) ? 'array' : typeof value)}, not ${withArticle(issue.expected)}`
    : `${where} is unreadable`;
}

/** What the portal would leave out or could not open, although the answer is readable. */
function contentProblem(call: Call, { body }: Received, read: object): string | undefined {
  const { data } = body as { data?: Record<string, unknown> };
  if (call.answer === file) {
    const { base64 = '' } = data as { base64?: string };
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0) return 'base64 is empty or unreadable';
    return call.path.endsWith('pdf') && !bytes.toString('latin1').startsWith('%PDF') ? 'the file is no PDF' : undefined;
  }
  for (const [key, rows] of Object.entries(read)) {
    const sent = data?.[key];
    if (Array.isArray(rows) && Array.isArray(sent) && rows.length < sent.length)
      return `${sent.length - rows.length} of ${sent.length} ${key} are unreadable`;
  }
  return undefined;
}

/** Whether a call is refused, perhaps by a page that the portal takes for a broken answer, and what is said of it. */
function refusalOf(reading: ReadAnswer<unknown>, { status }: Received) {
  if (reading.kind === 'failure') return { isRefused: true, description: reading.failure.description };
  return { isRefused: reading.kind === 'broken' && status >= REFUSAL };
}

/** Makes calls as the portal makes them, and notes what would not work. */
export class Caller {
  readonly checks: Check[] = [];
  readonly target: Target;
  /** The profile of the token's user. */
  profile: string | undefined;
  /** Whether the server allows the portal's origin, which each answer must then say. */
  allowsOrigin = false;
  /** How many calls it has not answered, before it answered one. */
  private unanswered = 0;
  private token: string;
  private refreshToken: string | undefined;

  constructor(target: Target) {
    this.target = target;
    this.token = target.token;
    this.refreshToken = target.refreshToken;
  }

  /** Notes a problem; without one, that it works. */
  note(call: Call, topic: Topic, problem?: string): void {
    const outcome = problem === undefined ? 'works' : 'fails';
    this.checks.push({ call: `${call.method} ${call.path}`, topic, outcome, detail: problem ?? '' });
  }

  skip(call: Call, topic: Topic, reason: string): void {
    this.checks.push({ call: `${call.method} ${call.path}`, topic, outcome: 'not tried', detail: reason });
  }

  /** Asks the server, which has `limitMs` for its answer. */
  async fetch(path: string, init: RequestInit, limitMs = USUAL_LIMIT_MS): Promise<Response> {
    const response = await fetch(`${this.target.url}${path}`, { ...init, signal: AbortSignal.timeout(limitMs) });
    this.unanswered = -Infinity;
    return response;
  }

  private async send(call: Call, input: object, authorization?: string): Promise<Received> {
    const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
    const { portal } = this.target;
    const search = encodeFields(query).toString();
    const encoded = encodeBody(call, body);
    const isForm = encoded instanceof URLSearchParams;
    const init = {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(portal && { origin: portal.origin }),
        ...(authorization !== undefined && { authorization }),
        ...(encoded !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? encoded : JSON.stringify(encoded),
    };
    const path = `${fillPath(call.path, params)}${search === '' ? '' : `?${search}`}`;
    const limitMs = timeLimitOf(call, { longList: /\bsize=\d{5}/.test(search) });
    try {
      const response = await this.fetch(path, init, limitMs);
      const contentType = response.headers.get('content-type') ?? 'no content type';
      const received = { status: response.status, body: parseBody(await response.text()), contentType };
      return this.allowsOrigin && portal && !allows(response, portal.origin)
        ? { ...received, lost: `does not allow the origin ${portal.origin}` }
        : received;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.unanswered += 1;
      if (this.unanswered >= MOST_UNANSWERED) throw error;
      const reason = error.name === 'TimeoutError' ? `the portal waits ${limitMs / 1000} s` : reasonOf(error);
      return { status: 0, body: undefined, contentType: '', lost: `gives no answer: ${reason}` };
    }
  }

  /** Exchanges the refresh token, if there is one, for a new pair. */
  async renew(): Promise<boolean> {
    const refresh_token = this.refreshToken;
    if (refresh_token === undefined) return false;
    this.refreshToken = undefined;
    const renewed = await this.make(refreshTokens, { body: { grant_type: 'refresh_token', refresh_token } });
    if (renewed === undefined) return false;
    this.token = renewed.auth.accessToken;
    this.refreshToken = renewed.auth.refreshToken;
    return true;
  }

  /**
   * Makes a call that must succeed, and once more with a new token after a 403.
   * @param input why the call cannot be made, where it cannot
   * @returns undefined after a failure, and where it was not made
   */
  async make<C extends Call>(call: C, input: CallInput<C> | string): Promise<CallAnswer<C> | undefined> {
    const { access } = call;
    const { profile } = this;
    if (typeof access === 'object' && profile !== undefined && !mayCall(access, { profile })) {
      this.skip(call, 'call', `not for ${profile}`);
      return undefined;
    }
    if (typeof input === 'string') {
      this.skip(call, 'call', input);
      return undefined;
    }
    const authorization = () => this.authorizationOf(call);
    let answer = await this.send(call, input, authorization());
    if (answer.status === 403 && typeof access === 'object' && (await this.renew()))
      answer = await this.send(call, input, authorization());
    if (answer.lost !== undefined) {
      this.note(call, 'call', answer.lost);
      return undefined;
    }
    const reading = readAnswer(call, answer);
    if (reading.kind === 'success') {
      this.note(call, 'call', contentProblem(call, answer, reading.data as object));
      return reading.data;
    }
    const { isRefused, description = 'without error.description' } = refusalOf(reading, answer);
    this.note(call, 'call', isRefused ? `answers ${answer.status} ${description}` : shapeProblem(call, answer));
    return undefined;
  }

  /** Makes a call that must be refused in this way. */
  async refuse<C extends Call>(
    call: C,
    input: CallInput<C>,
    expected: { readonly status?: number; readonly description?: string; readonly authorization?: string | null },
  ): Promise<void> {
    const { status, description, authorization = this.authorizationOf(call) } = expected;
    const answer = await this.send(call, input, authorization ?? undefined);
    if (answer.lost !== undefined) {
      this.note(call, 'refusal', answer.lost);
      return;
    }
    const reading = readAnswer(call, answer);
    const { isRefused, description: said } = refusalOf(reading, answer);
    const problem = [
      ...(isRefused ? [] : ['is not refused']),
      ...(status === undefined || status === answer.status ? [] : [`answers ${answer.status}, not ${status}`]),
      ...(isRefused && said === undefined ? ['has no error.description'] : []),
      ...(said === undefined || description === undefined || said === description
        ? []
        : [`says ${said}, not ${description}`]),
    ];
    this.note(call, 'refusal', problem.length === 0 ? undefined : problem.join('; '));
  }

  private authorizationOf({ access }: Call): string | undefined {
    if (access === 'public') return undefined;
    if (access !== 'client') return `Bearer ${this.token}`;
    const { username = '', password = '' } = this.target.portal?.sso ?? {};
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }
}
