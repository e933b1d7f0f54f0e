import type { SamlRequest } from 'samlp';
import type { Services } from '#server/domain/context.ts';
import type { SignOnSettings } from '#server/settings/types.ts';
import { assertionConsumerUrl } from '../saml/endpoints.ts';
import { problemOf } from '../saml/message-checks.ts';
import { serviceProviderKeys } from '../saml/service-provider.ts';
import { DEMO_SIGN_ON_PATH } from './demo-identity-provider.ts';

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
