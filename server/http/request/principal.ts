import type { FastifyRequest } from 'fastify';
import { mayCall } from '#contract/access.ts';
import type { Access, Call } from '#contract/call.ts';
import type { AslPrincipal, BusinessPrincipal, Principal, Services, SignedIn } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { type AccessClaims, readAccessToken } from '#server/sign-on/session/access-token.ts';
import { authenticate } from '#server/sign-on/session/authenticate.ts';
import { isPortal } from '#server/sign-on/session/client-authentication.ts';
import type { SignOnSettings } from '#server/settings/types.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The claims of a valid access token. */
    claims: AccessClaims | null;
  }
}

/** The type of the principal in a handler: null for calls without a signed-in user (§6). */
export type PrincipalOf<A extends Access> = A extends 'public' | 'client'
  ? null
  : A extends readonly ['BUSINESS']
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
  const { profile, aslId } = bearer;
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
  { claims, ip, id }: FastifyRequest,
  services: Services,
): Promise<Principal | null> {
  if (call.access === 'public' || call.access === 'client') return null;
  if (claims === null) throw new DomainError('NOT_AUTHENTICATED');
  const bearer = await checkUser(services, claims, call.access);
  return { ...bearer, call: call.name, address: ip, trace: id };
}
