import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KeyPair, keyPairNamed } from '#server/sign-on/saml/key-pair.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { exchange, postResponse, postForm, startSignOn } from './support/portal-client.ts';
import { samlResponse } from './support/saml-response.ts';

const ENTRY_POINT = 'https://idp.example.org/sso';
const ENTITY_ID = 'https://idp.example.org';

async function makeKeys(names: readonly string[]): Promise<KeyPair[]> {
  const maker = await startTestServer({ database: 'postgres' });
  const pairs = await Promise.all(names.map((name) => keyPairNamed(maker.services, name)));
  await maker.close();
  return pairs;
}

describeOnEachDatabase('sign-on with an external identity provider', (database) => {
  let server: TestServer;
  let provider: KeyPair | undefined;
  let next: KeyPair | undefined;
  beforeAll(async () => {
    const [own, ...externals] = await makeKeys(['service provider', 'identity provider', 'next identity provider']);
    [provider, next] = externals;
    server = await startTestServer({
      database,
      env: {
        SAML_SP_PRIVATE_KEY: own?.privateKey ?? '',
        SAML_SP_CERTIFICATE: own?.certificate ?? '',
        SAML_IDP_URL: ENTRY_POINT,
        SAML_IDP_ENTITY_ID: ENTITY_ID,
        SAML_IDP_CERTIFICATE: `${provider?.certificate}\n${next?.certificate}`,
      },
    });
  });
  afterAll(() => server.close());

  test.each([
    ['its certificate', () => provider],
    ['the next of its certificates', () => next],
  ])('§7 sign-on: the request goes to the configured provider and its answer by %s is accepted', async (_, keys) => {
    const { RelayState, SAMLRequest, ssoUrl } = await startSignOn(server);
    expect(ssoUrl).toBe(ENTRY_POINT);
    const signer = { issuer: ENTITY_ID, key: keys()?.privateKey, cert: keys()?.certificate };
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, signer);
    const sessionId = await postResponse(server, { SAMLResponse, RelayState });
    expect((await exchange(server, sessionId ?? '', RelayState)).status).toBe(200);
  });

  test('§7 sign-on: the demonstration’s word is not taken, and its page is not there', async () => {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, { issuer: ENTITY_ID });
    expect(await postResponse(server, { SAMLResponse, RelayState })).toBeNull();
    const page = await postForm(new URL('/sign-on/demo', server.url), { RelayState, SAMLRequest });
    expect(page.status).toBe(404);
  });
});
