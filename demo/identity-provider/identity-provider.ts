import { randomUUID } from 'node:crypto';
import type { SamlRequest } from 'samlp';
import type { DemoIdentity } from '#demo/values.ts';
import type { Services } from '#server/services.ts';
import type { SamlSettings, SignOnSettings } from '#server/settings/settings.ts';
import { problemOf } from '#server/sign-on/message-checks.ts';
import { assertionConsumerUrl, serviceProviderKeys } from '#server/sign-on/service-provider.ts';
import { DEMO_SIGN_ON_PATH, demoEntityId, demoKeyPair } from './keys.ts';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** The lifetime of the response. */
const LIFETIME_SECONDS = 120;

/** Names the person by the NameID. */
function named({ username, firstName, lastName }: DemoIdentity) {
  return {
    getClaims: () => ({ givenName: firstName, sn: lastName }),
    getNameIdentifier: () => ({ nameIdentifier: username }),
  };
}

/** Names the person as a gateway does: by an attribute with a prefix, beside a NameID that is another each time. */
function namedBy(attribute: string, { userPrefix }: SamlSettings) {
  return (person: DemoIdentity) => ({
    getClaims: () => ({ ...named(person).getClaims(), [attribute]: `${userPrefix}${person.username}` }),
    getNameIdentifier: () => ({ nameIdentifier: `_${randomUUID()}`, nameIdentifierFormat: TRANSIENT }),
  });
}

/**
 * Creates the signed SAML response for a person, in base64. Where the settings name an attribute of the user it is
 * that of a gateway, whose assertion is encrypted.
 */
export async function makeResponse(
  services: Services,
  settings: SignOnSettings,
  requestId: string,
  person: DemoIdentity,
): Promise<string> {
  const { privateKey, certificate } = await demoKeyPair(services);
  const { certificate: recipientKey } = await serviceProviderKeys(services, settings);
  const { userAttribute, contexts } = settings.saml;
  const context = contexts.at(-1);
  const recipient = assertionConsumerUrl(settings);
  const options = {
    issuer: demoEntityId(settings.publicUrl),
    key: privateKey,
    cert: certificate,
    audience: settings.serviceProviderId,
    recipient,
    destination: recipient,
    inResponseTo: requestId,
    lifetimeInSeconds: LIFETIME_SECONDS,
    signResponse: true,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    profileMapper: userAttribute === undefined ? named : namedBy(userAttribute, settings.saml),
    ...(context !== undefined && { authnContextClassRef: context }),
    ...(userAttribute !== undefined && { encryptionCert: recipientKey, encryptionPublicKey: recipientKey }),
  } as const;
  // Not before the first sign-on, as in read-request.ts.
  const { default: samlp } = await import('samlp');
  return new Promise((resolve, reject) => {
    samlp.getSamlResponse(options, person, (error, response) => {
      if (error) reject(error);
      else resolve(Buffer.from(response).toString('base64'));
    });
  });
}

async function parse(encoded: string, signingCert: string): Promise<SamlRequest | null> {
  // Not before the first sign-on: it takes long to load, and the server would start later.
  const { default: samlp } = await import('samlp');
  return new Promise((resolve) => {
    samlp.parseRequest({ body: { SAMLRequest: encoded }, query: {} }, { signingCert }, (error, request) => {
      resolve(error ? null : (request ?? null));
    });
  });
}

/** The id of a sign-on request; null unless this server has signed it and it names this server's own endpoint. */
export async function readRequestId(
  services: Services,
  settings: SignOnSettings,
  encoded: string,
): Promise<string | null> {
  if (problemOf(encoded, `${settings.publicUrl}${DEMO_SIGN_ON_PATH}`) !== undefined) return null;
  const { certificate } = await serviceProviderKeys(services, settings);
  const request = await parse(encoded, certificate);
  const isOurs =
    request?.issuer === settings.serviceProviderId &&
    request.assertionConsumerServiceURL === assertionConsumerUrl(settings);
  return isOurs ? (request.id ?? null) : null;
}
