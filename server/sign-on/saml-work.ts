import type { CacheProvider, Profile } from '@node-saml/node-saml';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { decryptXml } from '@node-saml/node-saml/lib/xml.js';
import { z } from 'zod';
import { renderElement, type XmlElement } from '#server/documents/xml.ts';
import type { SamlSettings } from '#server/settings/settings.ts';
import type { IdentityProvider, ProviderSession } from '#server/services.ts';
import {
  excessOf,
  isForDestination,
  partProblem,
  problemOf,
  type Refusal,
  SignOnRefusedError,
} from './message-checks.ts';
import { providerRefusal } from './provider-refusal.ts';
import { type Person, readPerson } from './read-person.ts';
import type { ServiceProviderKeys } from './service-provider.ts';

/** Both sides of a sign-on, as a thread is told of them. */
export interface SamlParties {
  readonly entityId: string;
  readonly assertionConsumerUrl: string;
  readonly logoutReturnUrl: string;
  readonly saml: SamlSettings;
  readonly keys: ServiceProviderKeys;
  readonly identityProvider: IdentityProvider;
  /** Those with which the identity provider may sign. */
  readonly certificates: readonly [string, ...string[]];
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
export function serviceProvider(
  { entityId, assertionConsumerUrl, logoutReturnUrl, saml, keys, identityProvider, certificates }: SamlParties,
  { request, decryptionKey = keys.privateKey, isLogout = false }: ServiceProviderOptions = {},
): SAML {
  const { nameIdFormat, contexts, comparison, attributeSet, signed, forceAuthn, clockSkewMs } = saml;
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: assertionConsumerUrl,
    entryPoint: identityProvider.entryPoint,
    idpCert: [...certificates],
    privateKey: keys.privateKey,
    decryptionPvk: decryptionKey,
    publicCert: keys.certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: !isLogout,
    ...(identityProvider.logoutUrl !== undefined && {
      logoutUrl: identityProvider.logoutUrl,
      logoutCallbackUrl: logoutReturnUrl,
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

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** The single bearer confirmation of an assertion, as the library parses it. */
const confirmation = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.tuple([
          z.object({
            $: z.object({ Method: z.literal(BEARER) }),
            SubjectConfirmationData: z.tuple([
              z.object({ $: z.object({ Recipient: z.string(), InResponseTo: z.string() }) }),
            ]),
          }),
        ]),
      }),
    ]),
  }),
});

const ENCRYPTED = /<((?:[\w.-]+:)?EncryptedAssertion)\b[\s\S]*<\/\1\s*>/;

/**
 * Checks the assertion of an encrypted response as it is once decrypted. Without a signature of the response nothing
 * has been verified before, so the checks of a message are repeated for what was hidden. The text is searched: it may
 * have nothing in which the library would find another assertion.
 */
async function hiddenProblem(xml: string, keys: readonly string[]): Promise<string | undefined> {
  const [encrypted] = ENCRYPTED.exec(xml) ?? [];
  const isAlone =
    xml.match(/EncryptedAssertion/g)?.length === 2 && !/<[!?]/.test(xml.replace(/^\s*<\?xml[^>]*\?>/, ''));
  if (encrypted === undefined || !isAlone) return 'an encrypted assertion in an unusual form';
  for (const key of keys) {
    const decrypted = await decryptXml(encrypted, key).catch(() => undefined);
    if (decrypted !== undefined) return partProblem(decrypted, { isSigned: false });
  }
  return 'an assertion that cannot be decrypted';
}

/**
 * The verified profile of a response. An encrypted assertion may be for the present key or for the one before it.
 * @throws SignOnRefusedError where the provider has refused, whoever signed that
 */
async function validate(parties: SamlParties, encoded: string, request: SignOnRequest): Promise<Profile | null> {
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const { assertionConsumerUrl: destination, saml: settings, keys: own } = parties;
  const excess = excessOf(xml);
  if (excess !== undefined) throw new SignOnRefusedError(excess);
  const refusal = isForDestination(xml, destination, false) ? await providerRefusal(xml, request.id) : undefined;
  if (refusal !== undefined) throw refusal;
  const isSigned = settings.signed !== 'assertion';
  const unfit = problemOf(encoded, destination, { isSigned });
  if (unfit !== undefined) throw new SignOnRefusedError(unfit);
  const { privateKey, formerPrivateKey } = own;
  const isEncrypted = xml.includes('EncryptedAssertion');
  const keys = isEncrypted && formerPrivateKey !== undefined ? [privateKey, formerPrivateKey] : [privateKey];
  if (isEncrypted && !isSigned) {
    const problem = await hiddenProblem(xml, keys);
    if (problem !== undefined) throw new SignOnRefusedError(problem);
  }
  const failures: unknown[] = [];
  for (const decryptionKey of keys) {
    const saml = serviceProvider(parties, { request, decryptionKey });
    try {
      return (await saml.validatePostResponseAsync({ SAMLResponse: encoded })).profile;
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

/**
 * The id of the request to which an assertion belongs. Checks that the assertion is for this server (SAML 2.0 profiles,
 * 4.1.4.3).
 */
function requestAnsweredBy(profile: Profile, issuer: string | undefined, recipient: string): string {
  if (issuer !== undefined && profile.issuer !== issuer) throw new SignOnRefusedError('another issuer');
  const read = confirmation.safeParse(profile.getAssertion?.());
  if (!read.success) throw new SignOnRefusedError('no bearer confirmation');
  const { Recipient, InResponseTo } =
    read.data.Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$;
  if (Recipient !== recipient) throw new SignOnRefusedError('another recipient');
  return InResponseTo;
}

interface Answered {
  readonly SAMLResponse: string;
  readonly request: SignOnRequest;
}

/** Who has signed on, and the id of the request that was answered. */
interface Accepted extends Person {
  readonly requestId: string;
}

/** The works on messages, by their kinds. What they are given and return can be copied to another thread. */
const WORKS = {
  /** Makes a signed request to authenticate somebody. */
  async request(parties: SamlParties, of: { readonly request: SignOnRequest; readonly relayState: string }) {
    const saml = serviceProvider(parties, { request: of.request });
    const { SAMLRequest } = await saml.getAuthorizeMessageAsync(of.relayState);
    if (typeof SAMLRequest !== 'string') throw new Error('The sign-on request could not be made.');
    return SAMLRequest;
  },

  /** Reads the answer to a request. */
  async response(parties: SamlParties, { SAMLResponse, request }: Answered): Promise<Accepted> {
    const profile = await validate(parties, SAMLResponse, request);
    if (profile === null) throw new SignOnRefusedError('no assertion');
    const { identityProvider, assertionConsumerUrl, saml } = parties;
    const requestId = requestAnsweredBy(profile, identityProvider.entityId, assertionConsumerUrl);
    return { requestId, ...readPerson(profile, saml, request.createdAt) };
  },

  /** Makes the address at which the identity provider ends a session. */
  logoutUrl: (parties: SamlParties, session: ProviderSession) =>
    serviceProvider(parties, { isLogout: true }).getLogoutUrlAsync({ issuer: '', ...session }, '', {}),

  /** Reads what the identity provider asks when it ends a session, and makes our answer. */
  async logout(parties: SamlParties, of: { readonly SAMLRequest: string; readonly RelayState: string }) {
    const problem = problemOf(of.SAMLRequest, parties.logoutReturnUrl);
    if (problem !== undefined) throw new SignOnRefusedError(problem);
    const { profile } = await serviceProvider(parties).validatePostRequestAsync({ SAMLRequest: of.SAMLRequest });
    const answering = serviceProvider(parties, { isLogout: true });
    const { nameID, sessionIndex } = profile;
    return { nameID, sessionIndex, url: await answering.getLogoutResponseUrlAsync(profile, of.RelayState, {}, true) };
  },

  /** Makes our metadata as XML. */
  metadata(parties: SamlParties, _of: undefined) {
    const { certificate, nextCertificates } = parties.keys;
    const made = serviceProvider(parties).generateServiceProviderMetadata(certificate, [
      certificate,
      ...nextCertificates,
    ]);
    // The library has no such part, which is the last one of its element.
    return made.replace('</SPSSODescriptor>', () => `${attributeService(parties.saml)}</SPSSODescriptor>`);
  },
};
export type SamlWorks = typeof WORKS;

/** A work for a thread. */
export interface SamlWork {
  readonly kind: keyof SamlWorks;
  readonly parties: SamlParties;
  readonly of: unknown;
}

/** What a work returns, or why a message is not accepted. */
export type SamlAnswer =
  | { readonly value: unknown }
  | { readonly refused: { readonly reason: string; readonly refusal: Refusal; readonly cause?: unknown } };

const READS: ReadonlySet<keyof SamlWorks> = new Set(['response', 'logout']);

/**
 * Does a work.
 * @throws Error when a message could not be made; one that cannot be read is refused
 */
export async function doSamlWork({ kind, parties, of }: SamlWork): Promise<SamlAnswer> {
  try {
    const work = WORKS[kind] as (parties: SamlParties, of: unknown) => unknown;
    return { value: await work(parties, of) };
  } catch (error) {
    if (!READS.has(kind)) throw error;
    if (error instanceof SignOnRefusedError) return { refused: { reason: error.reason, refusal: error.refusal } };
    const reason = error instanceof Error ? error.message : 'unreadable';
    return { refused: { reason, refusal: 'RESPONSE_INVALID', cause: error } };
  }
}
