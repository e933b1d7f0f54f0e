import type { IncomingMessage, RequestListener } from 'node:http';
import { SIGN_ON_CLIENT } from './authentication-routes.ts';
import { readBody } from './listen.ts';
import { type Reply, type Route, complaints, failure } from './route.ts';
import type { Fixture } from './fixture.ts';

/** The API has a path prefix, as behind a gateway. */
export const API_PREFIX = '/porta/regionale';

const ALLOWED_HEADERS = ['authorization', 'content-type'];
const BASIC = `Basic ${Buffer.from(`${SIGN_ON_CLIENT.username}:${SIGN_ON_CLIENT.password}`).toString('base64')}`;
/** The call by which a server names its extras. This server has none, and refuses this call too (rules §1). */
const FEATURES = '/api/v1/extra/features';

interface Match {
  readonly route: Route;
  readonly params: readonly string[];
}

function matchRoute(routes: readonly Route[], method: string, path: string): Match | null {
  const given = path.split('/');
  for (const route of routes) {
    const wanted = route.path.split('/');
    const fits = wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
    if (fits && route.method === method) {
      const params = given.filter((_, at) => wanted[at] === '*').map(decodeURIComponent);
      return { route, params };
    }
  }
  return null;
}

/** Counts a call of a token. Returns whether the token is valid. */
function acceptsToken(fixture: Fixture, authorization: string): boolean {
  const token = authorization.replace(/^Bearer /, '');
  const left = fixture.accessTokens.get(token) ?? 0;
  fixture.accessTokens.set(token, left - 1);
  return left > 0;
}

function refusal(fixture: Fixture, route: Route, authorization: string | undefined): Reply | null {
  switch (route.access) {
    case 'anyone':
      return null;
    case 'none':
      if (authorization !== undefined) fixture.violations.push(`${route.path}: an authorization where none belongs`);
      return null;
    case 'client':
      return authorization === BASIC ? null : failure(401, '4010', 'CLIENT_NOT_AUTHENTICATED');
    case 'token':
      return acceptsToken(fixture, authorization ?? '') ? null : failure(403, null, 'NOT_AUTHENTICATED');
  }
}

function parseBody(route: Route, request: IncomingMessage, text: string): Record<string, unknown> {
  if (text === '') return {};
  const wanted = route.isForm === true ? 'application/x-www-form-urlencoded' : 'application/json';
  if (!(request.headers['content-type'] ?? '').startsWith(wanted)) return { 'content-type': 'not accepted' };
  return route.isForm === true
    ? Object.fromEntries(new URLSearchParams(text))
    : (JSON.parse(text) as Record<string, unknown>);
}

async function reply(fixture: Fixture, routes: readonly Route[], request: IncomingMessage): Promise<Reply> {
  const { method = 'GET', url = '/' } = request;
  const [path = '', search = ''] = url.split('?');
  const inside = path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path;
  fixture.calls.push(`${method} ${inside}${search === '' ? '' : `?${search}`}`);
  const match = matchRoute(routes, method, inside);
  if (match === null) {
    if (inside !== FEATURES) fixture.violations.push(`no such call: ${method} ${inside}`);
    return { status: 404, body: null };
  }
  const { route, params } = match;
  const refused = refusal(fixture, route, request.headers.authorization);
  if (refused !== null) return refused;

  const query = new URLSearchParams(search);
  const body = parseBody(route, request, await readBody(request));
  const wrong = [
    ...complaints(Object.fromEntries(query), route.query ?? {}, route.optional),
    ...complaints(body, route.body ?? {}, route.optional),
  ];
  if (wrong.length > 0) {
    fixture.violations.push(`${method} ${inside}: ${wrong.join(', ')}`);
    return failure(400, '4000', 'INVALID_REQUEST');
  }
  return route.handle({ fixture, params, query, body });
}

/** The API: strict about requests, and open to one origin only. */
export function apiListener(fixture: Fixture, routes: readonly Route[], portalOrigin: () => string): RequestListener {
  return (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', portalOrigin());
    response.setHeader('Vary', 'Origin');
    if (request.method === 'OPTIONS') {
      const asked = (request.headers['access-control-request-headers'] ?? '').split(',').filter((name) => name !== '');
      const tooMuch = asked.filter((name) => !ALLOWED_HEADERS.includes(name.trim()));
      if (tooMuch.length > 0) fixture.violations.push(`headers that no one agreed on: ${tooMuch.join(', ')}`);
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
      response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(', '));
      response.writeHead(204).end();
      return;
    }
    reply(fixture, routes, request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'Content-Type': body === null ? 'text/html' : 'application/json' });
        response.end(body === null ? '<h1>404</h1>' : JSON.stringify(body));
      },
      (error: unknown) => {
        fixture.violations.push(`a request that cannot be read: ${String(error)}`);
        response.writeHead(400).end();
      },
    );
  };
}
