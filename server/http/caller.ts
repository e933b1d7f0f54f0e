import type { FastifyRequest } from 'fastify';
import type { Access, Call } from '#contract/call.ts';
import type { AslCaller, BusinessCaller, Caller, Services, SignedIn } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { authenticate } from '#server/sign-on/authenticate.ts';
import { isPortal } from '#server/sign-on/client-authentication.ts';
import type { SignOnSettings } from '#server/settings.ts';

/** The caller that the handler of a call receives: none where no user signs in (§6). */
export type CallerOf<A extends Access> = A extends 'public' | 'client'
  ? null
  : A extends readonly ['BUSINESS']
    ? BusinessCaller
    : A extends readonly ['ASL']
      ? AslCaller
      : Caller;

/** The basic authentication of the two sign-on calls (§7). */
export type ClientCredentials = SignOnSettings['client'];

async function checkUser(
  authorization: string | undefined,
  services: Services,
  profiles: readonly string[],
): Promise<SignedIn> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const bearer = token === undefined ? null : await authenticate(services, token);
  if (bearer === null) throw new DomainError('NOT_AUTHENTICATED');
  const hasPlace = bearer.profile === 'BUSINESS' ? bearer.businessId !== null : bearer.aslId !== null;
  if (!profiles.includes(bearer.profile) || !hasPlace) throw new DomainError('NOT_ALLOWED');
  return bearer;
}

/**
 * Who makes a call, by its authorization header.
 * @throws DomainError CLIENT_NOT_AUTHENTICATED, NOT_AUTHENTICATED, or NOT_ALLOWED for another profile (decisions §2)
 */
export async function identifyCaller<C extends Call>(
  call: C,
  request: FastifyRequest,
  services: Services,
  client: ClientCredentials,
): Promise<CallerOf<C['access']>>;
export async function identifyCaller(
  call: Call,
  request: FastifyRequest,
  services: Services,
  client: ClientCredentials,
): Promise<Caller | null> {
  if (call.access === 'public') return null;
  const { authorization } = request.headers;
  if (call.access === 'client') {
    if (isPortal(authorization, client)) return null;
    services.metrics.signOnFailures.inc({ reason: 'CLIENT_NOT_AUTHENTICATED' });
    throw new DomainError('CLIENT_NOT_AUTHENTICATED');
  }
  const bearer = await checkUser(authorization, services, call.access);
  return { ...bearer, call: call.name, address: request.ip, trace: request.id };
}
