import type { CacheProvider, SAML } from '@node-saml/node-saml';
import type { Services } from '#server/domain/context.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { assertionConsumerUrl } from './assertion-consumer.ts';
import { type KeyPair, keyPairNamed } from './key-pair.ts';
import { trustedIdentityProvider } from './trusted-identity-provider.ts';

/** The accepted difference in ms to the identity provider's clock. */
const CLOCK_SKEW_MS = 30_000;

const NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** The keys that sign this server's requests: the configured ones, or a pair created at first use. */
export async function serviceProviderKeys(services: Services, settings: SignOnSettings): Promise<KeyPair> {
  const { identityProvider } = settings;
  if (identityProvider.kind === 'demonstration') return keyPairNamed(services, 'service-provider');
  return { privateKey: identityProvider.privateKey, certificate: identityProvider.publicCertificate };
}

/** A request to the identity provider. */
interface SignOnRequest {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * Tells the library that one request is open. The library stores and deletes nothing itself: the request is stored when
 * a sign-on starts, and one statement uses it up when its response is accepted. So a forged response cannot use up a
 * sign-on.
 */
function openRequest(request: SignOnRequest | undefined): CacheProvider {
  return {
    saveAsync: () => Promise.resolve(null),
    removeAsync: () => Promise.resolve(null),
    getAsync: (id) => Promise.resolve(request?.id === id ? request.createdAt.toISOString() : null),
  };
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * The SAML service provider: signed requests by HTTP-POST. In responses it requires signatures of both the response and
 * the assertion, our audience, a valid time and an open request.
 * @param request the request to create, or the one that a response must belong to
 */
export async function serviceProvider(
  services: Services,
  settings: SignOnSettings,
  request?: SignOnRequest,
): Promise<SAML> {
  const { privateKey, certificate } = await serviceProviderKeys(services, settings);
  const identityProvider = await trustedIdentityProvider(services, settings);
  // Not before the first sign-on: it takes long to load, and the server would start later.
  const { SAML: Provider, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new Provider({
    issuer: settings.serviceProviderId,
    audience: settings.serviceProviderId,
    callbackUrl: assertionConsumerUrl(settings),
    entryPoint: identityProvider.entryPoint,
    // There are several while the identity provider changes its certificate.
    idpCert: identityProvider.certificate.match(CERTIFICATES) ?? identityProvider.certificate,
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: true,
    identifierFormat: NAME_ID_FORMAT,
    // The identity provider decides how people authenticate.
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    // The stored request has its own expiry time.
    requestIdExpirationPeriodMs: Infinity,
    cacheProvider: openRequest(request),
    ...(request !== undefined && { generateUniqueId: () => request.id }),
  });
}

/** The SAML metadata of this server as XML. */
export async function serviceProviderMetadata(services: Services, settings: SignOnSettings): Promise<string> {
  const { certificate } = await serviceProviderKeys(services, settings);
  const saml = await serviceProvider(services, settings);
  return saml.generateServiceProviderMetadata(null, certificate);
}
