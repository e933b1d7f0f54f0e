import type { CacheProvider, SAML } from '@node-saml/node-saml';
import { renderElement, type XmlElement } from '#server/documents/xml.ts';
import type { SamlSettings, SignOnSettings } from '#server/settings/settings.ts';
import type { Demonstration, IdentityProvider, KeyPair, Services } from '#server/services.ts';

/** The path to which the identity provider sends the browser back. */
export const ASSERTION_CONSUMER_PATH = '/sign-on/acs';

/** The URL of that path. */
export function assertionConsumerUrl(settings: SignOnSettings): string {
  return `${settings.publicUrl}${ASSERTION_CONSUMER_PATH}`;
}

/** The path to which the identity provider sends the browser after a single logout, and where it asks for one. */
export const LOGOUT_RETURN_PATH = '/sign-on/logout';

/** The URL of that path. */
export function logoutReturnUrl(settings: SignOnSettings): string {
  return `${settings.publicUrl}${LOGOUT_RETURN_PATH}`;
}

/** @throws Error where the settings want a demonstration that was not handed in */
function demonstrationOf({ demonstration }: Services): Demonstration {
  if (demonstration === undefined) throw new Error('the demonstration sign-on is not there');
  return demonstration;
}

/** The identity provider for the sign-on: the configured one, otherwise the demonstration's. */
export async function trustedIdentityProvider(services: Services, settings: SignOnSettings): Promise<IdentityProvider> {
  const { identityProvider, publicUrl } = settings;
  if (identityProvider.kind === 'demonstration') return demonstrationOf(services).identityProvider(services, publicUrl);
  const { entityId, url, certificate, logoutUrl } = identityProvider;
  return { entityId, entryPoint: url, certificate, logoutUrl };
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates in a text in PEM, the first of which counts before the others. */
function certificatesIn(pem: string): readonly [string, ...string[]] {
  const [first = pem, ...others] = pem.match(CERTIFICATES) ?? [];
  return [first, ...others];
}

interface ServiceProviderKeys extends KeyPair {
  /** Certificates of keys to come, which only our metadata show. */
  readonly nextCertificates: readonly string[];
  /** The key before this one, with which assertions are still decrypted. */
  readonly formerPrivateKey: string | undefined;
}

/** The keys of this server: the configured ones, or of a demonstration a pair created at first use. */
export async function serviceProviderKeys(services: Services, settings: SignOnSettings): Promise<ServiceProviderKeys> {
  const { identityProvider } = settings;
  if (identityProvider.kind === 'demonstration') {
    const made = await demonstrationOf(services).serviceProviderKeys(services);
    return { ...made, nextCertificates: [], formerPrivateKey: undefined };
  }
  const { privateKey, formerPrivateKey, publicCertificate } = identityProvider;
  const [certificate, ...nextCertificates] = certificatesIn(publicCertificate);
  return { privateKey, formerPrivateKey, certificate, nextCertificates };
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

interface ServiceProviderOptions {
  /** The request to create, or the one that a response must belong to. */
  readonly request?: SignOnRequest;
  /** The key that decrypts the assertion, if it is not the present one. */
  readonly decryptionKey?: string;
  /** The messages of the single logout go by HTTP-Redirect, which compresses them. */
  readonly isLogout?: boolean;
}

/**
 * The SAML service provider: signed requests by HTTP-POST. In responses it requires the signatures that the settings
 * name, our audience, a valid time and an open request; an assertion may be encrypted for our key.
 */
export async function serviceProvider(
  services: Services,
  settings: SignOnSettings,
  { request, decryptionKey, isLogout = false }: ServiceProviderOptions = {},
): Promise<SAML> {
  const { privateKey, certificate } = await serviceProviderKeys(services, settings);
  const identityProvider = await trustedIdentityProvider(services, settings);
  const { nameIdFormat, contexts, comparison, attributeSet, signed, forceAuthn, clockSkewMs } = settings.saml;
  // Not before the first sign-on: it takes long to load, and the server would start later.
  const { SAML: Provider, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new Provider({
    issuer: settings.serviceProviderId,
    audience: settings.serviceProviderId,
    callbackUrl: assertionConsumerUrl(settings),
    entryPoint: identityProvider.entryPoint,
    // There are several while the identity provider changes its certificate.
    idpCert: [...certificatesIn(identityProvider.certificate)],
    privateKey,
    decryptionPvk: decryptionKey ?? privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: !isLogout,
    ...(identityProvider.logoutUrl !== undefined && {
      logoutUrl: identityProvider.logoutUrl,
      logoutCallbackUrl: logoutReturnUrl(settings),
    }),
    ...(identityProvider.entityId !== undefined && { idpIssuer: identityProvider.entityId }),
    identifierFormat: nameIdFormat,
    // Without a setting the identity provider decides how people authenticate.
    disableRequestedAuthnContext: contexts.length === 0,
    authnContext: [...contexts],
    racComparison: comparison,
    ...(attributeSet !== undefined && { attributeConsumingServiceIndex: String(attributeSet) }),
    forceAuthn,
    wantAssertionsSigned: signed !== 'response',
    wantAuthnResponseSigned: signed !== 'assertion',
    acceptedClockSkewMs: clockSkewMs,
    validateInResponseTo: ValidateInResponseTo.always,
    // The stored request has its own expiry time.
    requestIdExpirationPeriodMs: Infinity,
    cacheProvider: openRequest(request),
    ...(request !== undefined && { generateUniqueId: () => request.id }),
  });
}

/** What the identity provider shows of a set of attributes. */
const SERVICE_NAME = 'Buoni Alimentari';

const ATTRIBUTE_FORMATS = 'urn:oasis:names:tc:SAML:2.0:attrname-format';

/** The attribute that a set asks for, by its OID as SAML writes it, by another URI, or by a name. */
function requestedAttribute(name: string): XmlElement {
  const uri = /^[0-2](\.\d+)+$/.test(name) ? `urn:oid:${name}` : name;
  const format = `${ATTRIBUTE_FORMATS}:${URL.canParse(uri) ? 'uri' : 'basic'}`;
  return ['RequestedAttribute', '', { Name: uri, NameFormat: format, isRequired: 'true' }];
}

/** The set of attributes of the requests, as the metadata declare it (SAML 2.0 metadata, 2.4.4.1); empty without one. */
function attributeService({ attributeSet, userAttribute }: SamlSettings): string {
  if (attributeSet === undefined || userAttribute === undefined) return '';
  const name: XmlElement = ['ServiceName', SERVICE_NAME, { 'xml:lang': 'it' }];
  return renderElement([
    'AttributeConsumingService',
    [name, requestedAttribute(userAttribute)],
    { index: String(attributeSet), isDefault: 'true' },
  ]);
}

/** The SAML metadata of this server as XML. */
export async function serviceProviderMetadata(services: Services, settings: SignOnSettings): Promise<string> {
  const { certificate, nextCertificates } = await serviceProviderKeys(services, settings);
  const saml = await serviceProvider(services, settings);
  const metadata = saml.generateServiceProviderMetadata(certificate, [certificate, ...nextCertificates]);
  // The library has no such part, which is the last one of its element.
  return metadata.replace('</SPSSODescriptor>', () => `${attributeService(settings.saml)}</SPSSODescriptor>`);
}
