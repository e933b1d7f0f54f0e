import samlp, { type ResponseOptions } from 'samlp';
import { assertionConsumerUrl } from '#server/sign-on/service-provider.ts';
import { demoEntityId, demoKeyPair } from '#demo/identity-provider/keys.ts';
import type { TestServer } from './harness.ts';

/** The id of a sign-on request. */
function requestIdOf(samlRequest: string): string {
  const xml = Buffer.from(samlRequest, 'base64').toString();
  return / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
}

/** A response such as the identity provider gives for the user name, in base64, but for what `different` says. */
export async function samlResponse(
  server: TestServer,
  samlRequest: string,
  username: string,
  different: Partial<ResponseOptions<string>> = {},
): Promise<string> {
  const { signOn } = server.settings;
  const { privateKey, certificate } = await demoKeyPair(server.services);
  const recipient = assertionConsumerUrl(signOn);
  const options: ResponseOptions<string> = {
    issuer: demoEntityId(signOn.publicUrl),
    key: privateKey,
    cert: certificate,
    audience: signOn.serviceProviderId,
    recipient,
    destination: recipient,
    inResponseTo: requestIdOf(samlRequest),
    lifetimeInSeconds: 60,
    signResponse: true,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    profileMapper: (nameIdentifier) => ({
      getClaims: () => ({}),
      getNameIdentifier: () => ({ nameIdentifier }),
    }),
    ...different,
  };
  return new Promise((resolve, reject) => {
    samlp.getSamlResponse(options, username, (error, xml) => {
      if (error) reject(error);
      else resolve(Buffer.from(xml).toString('base64'));
    });
  });
}
