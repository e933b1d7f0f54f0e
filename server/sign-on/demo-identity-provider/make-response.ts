import type { DemoIdentity } from '#server/demo-data/values/identities.ts';
import type { Services } from '#server/domain/context.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { assertionConsumerUrl } from '../saml/assertion-consumer.ts';
import { demoEntityId, demoKeyPair } from './demo-identity-provider.ts';

/** The lifetime of the response. */
const LIFETIME_SECONDS = 120;

/** Creates the signed SAML response for a person, in base64. */
export async function makeResponse(
  services: Services,
  settings: SignOnSettings,
  requestId: string,
  person: DemoIdentity,
): Promise<string> {
  const { privateKey, certificate } = await demoKeyPair(services);
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
    profileMapper: ({ username, firstName, lastName }: DemoIdentity) => ({
      getClaims: () => ({ givenName: firstName, sn: lastName }),
      getNameIdentifier: () => ({ nameIdentifier: username }),
    }),
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
