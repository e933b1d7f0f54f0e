import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { SignOnSettings } from '#server/settings/settings.ts';
import { authenticate } from '#server/sign-on/sessions.ts';
import { type AccessClaims, readAccessToken } from '#server/sign-on/tokens.ts';
import { type Access, type Call, type CallRequest, mayCall, MEDIA_TYPES, type SELLERS } from '#contract/call.ts';
import { DomainError } from '#server/domain-error.ts';
import type { AslPrincipal, BusinessPrincipal, Principal, Services, SignedIn } from '#server/services.ts';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Whether an `Authorization` header contains the portal's credentials (§7). Digests of equal length are compared in
 * constant time, so that the response time discloses nothing.
 */
function isPortal(authorization: string | undefined, { username, password }: SignOnSettings['client']): boolean {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  return timingSafeEqual(digest(given), digest(`${username}:${password}`));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The claims of a valid access token. */
    claims: AccessClaims | null;
  }
}

/** The type of the principal in a handler: null for calls without a signed-in user (§6). */
export type PrincipalOf<A extends Access> = A extends 'public' | 'client'
  ? null
  : A extends readonly ['BUSINESS'] | typeof SELLERS
    ? BusinessPrincipal
    : A extends readonly ['ASL']
      ? AslPrincipal
      : Principal;

/** The credentials of the two sign-on calls (§7). */
export type ClientCredentials = SignOnSettings['client'];

/** Whether a user has a business or an authority to work for; a regional operator needs neither. */
function hasOrganisation({ profile, businessId, aslId }: SignedIn): boolean {
  if (profile === 'OPERATOR') return true;
  return profile === 'BUSINESS' ? businessId !== null : aslId !== null;
}

type UserAccess = Exclude<Access, string>;

async function checkUser(services: Services, claims: AccessClaims, access: UserAccess): Promise<SignedIn> {
  const bearer = await authenticate(services, claims);
  if (bearer === null) throw new DomainError('NOT_AUTHENTICATED');
  const { aslId } = bearer;
  const profile = bearer.till === undefined ? bearer.profile : 'TILL';
  if (!mayCall(access, { profile, operatorAslId: aslId }) || !hasOrganisation(bearer))
    throw new DomainError('NOT_ALLOWED');
  return bearer;
}

/**
 * Reads the claims of a call's authorization header without a database query; null for calls without a signed-in user.
 * @throws DomainError CLIENT_NOT_AUTHENTICATED, or NOT_AUTHENTICATED when the token is invalid or has expired
 */
export async function readAuthorization(
  { access }: Call,
  { headers: { authorization } }: FastifyRequest,
  services: Services,
  client: ClientCredentials,
): Promise<AccessClaims | null> {
  if (access === 'public') return null;
  if (access === 'client') {
    if (isPortal(authorization, client)) return null;
    services.metrics.signOnFailures.inc({ reason: 'CLIENT_NOT_AUTHENTICATED' });
    throw new DomainError('CLIENT_NOT_AUTHENTICATED');
  }
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const claims = token === undefined ? null : await readAccessToken(services, token);
  if (claims === null) throw new DomainError('NOT_AUTHENTICATED');
  return claims;
}

/**
 * The principal of a call with these claims.
 * @throws DomainError NOT_AUTHENTICATED, or NOT_ALLOWED for another profile (rules §2)
 */
export async function identifyPrincipal<C extends Call>(
  call: C,
  request: FastifyRequest,
  services: Services,
): Promise<PrincipalOf<C['access']>>;
export async function identifyPrincipal(
  call: Call,
  { claims, ip, id, callerTrace }: FastifyRequest,
  services: Services,
): Promise<Principal | null> {
  if (call.access === 'public' || call.access === 'client') return null;
  if (claims === null) throw new DomainError('NOT_AUTHENTICATED');
  const bearer = await checkUser(services, claims, call.access);
  return { ...bearer, call: call.name, address: ip, trace: id, callerTrace };
}

/** The unparsed parts of a request. */
interface RawRequest {
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
