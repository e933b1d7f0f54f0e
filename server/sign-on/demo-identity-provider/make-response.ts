import { randomUUID } from 'node:crypto';
import type { DemoIdentity } from '#server/demo-data/values/identities.ts';
import type { Services } from '#server/domain/context.ts';
import type { SamlSettings, SignOnSettings } from '#server/settings/types.ts';
import { assertionConsumerUrl } from '../saml/endpoints.ts';
import { serviceProviderKeys } from '../saml/service-provider.ts';
import { demoEntityId, demoKeyPair } from './demo-identity-provider.ts';

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
