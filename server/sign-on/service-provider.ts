import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Services } from '#server/domain/context.ts';
import type { SignOnSettings } from '#server/settings.ts';
import { assertionConsumerUrl } from './assertion-consumer.ts';
import { type KeyPair, keyPairNamed } from './key-pair.ts';
import { trustedIdentityProvider } from './trusted-identity-provider.ts';

/** By how much the identity provider's clock may differ from ours. */
const CLOCK_SKEW_MS = 30_000;

const NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** The keys with which this server signs its requests: the configured ones, or a pair made at the first use. */
export async function serviceProviderKeys(services: Services, settings: SignOnSettings): Promise<KeyPair> {
  const { identityProvider } = settings;
  if (identityProvider.kind === 'demonstration') return keyPairNamed(services, 'service-provider');
  return { privateKey: identityProvider.privateKey, certificate: identityProvider.publicCertificate };
}

/**
 * Tells the library which requests are still waiting for an answer. It keeps and removes nothing itself: a request is
 * kept with its relay state when it starts and used up in one statement when its answer is accepted, so that a forged
 * answer cannot use up somebody's sign-on.
 */
function openRequests(services: Services): CacheProvider {
  return {
    saveAsync: () => Promise.resolve(null),
    removeAsync: () => Promise.resolve(null),
    getAsync: async (requestId) => {
      const open = await services.db
        .selectFrom('sign_on')
        .where('saml_request_id', '=', requestId)
        .where('session_id_hash', 'is', null)
        .where('expires_at', '>', services.now())
        .select('created_at')
        .executeTakeFirst();
      return open ? open.created_at.toISOString() : null;
    },
  };
}

/**
 * The service provider of the sign-on: signed requests by HTTP-POST; in answers it requires the signatures of both
 * the response and the assertion, our audience, times in force, and a request of ours that is still open.
 * @param requestId the id of the request to make; not needed to check an answer
 */
export async function serviceProvider(services: Services, settings: SignOnSettings, requestId?: string): Promise<SAML> {
  const { privateKey, certificate } = await serviceProviderKeys(services, settings);
  const identityProvider = await trustedIdentityProvider(services, settings);
  return new SAML({
    issuer: settings.serviceProviderId,
    audience: settings.serviceProviderId,
    callbackUrl: assertionConsumerUrl(settings),
    entryPoint: identityProvider.entryPoint,
    idpCert: identityProvider.certificate,
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: true,
    identifierFormat: NAME_ID_FORMAT,
    // How people prove who they are is the identity provider's business.
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    // The request's own row says when it expires.
    requestIdExpirationPeriodMs: Infinity,
    cacheProvider: openRequests(services),
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
  });
}

/** What the identity provider must know of this server, as SAML metadata (XML). */
export async function serviceProviderMetadata(services: Services, settings: SignOnSettings): Promise<string> {
  const { certificate } = await serviceProviderKeys(services, settings);
  const saml = await serviceProvider(services, settings);
  return saml.generateServiceProviderMetadata(null, certificate);
}
