import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCurrentUser, signOut } from '#contract/calls/authentication.ts';
import { keyPairNamed } from '#demo/identity-provider/keys.ts';
import type { KeyPair } from '#server/services.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { exchange, postResponse, postForm, startSignOn } from './support/portal-client.ts';
import { samlResponse } from './support/saml-response.ts';

const ENTRY_POINT = 'https://idp.example.org/sso';
const LOGOUT = 'https://idp.example.org/logout';
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
  let stranger: KeyPair | undefined;
  let own: string;
  beforeAll(async () => {
    const [keys, ...externals] = await makeKeys(['service provider', 'provider', 'next provider', 'stranger']);
    [provider, next, stranger] = externals;
    own = keys?.certificate ?? '';
    server = await startTestServer({
      database,
      env: {
        SAML_SP_PRIVATE_KEY: keys?.privateKey ?? '',
        SAML_SP_CERTIFICATE: own,
        SAML_IDP_URL: ENTRY_POINT,
        SAML_IDP_ENTITY_ID: ENTITY_ID,
        SAML_IDP_LOGOUT_URL: `${LOGOUT}?region=1`,
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

  /** Signs on; returns the access token. */
  async function signOn(sessionIndex: string): Promise<string> {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const signer = { issuer: ENTITY_ID, key: provider?.privateKey, cert: provider?.certificate, sessionIndex };
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, signer);
    const sessionId = await postResponse(server, { SAMLResponse, RelayState });
    const { data } = await exchange(server, sessionId ?? '', RelayState);
    return data?.auth.accessToken ?? '';
  }

  test('§4 sign-out: leads to the single logout, with a signed request for the session of the provider', async () => {
    const token = await signOn('_index-1');
    const { nextUrl } = await server.callOk(signOut, {}, { token });
    const url = new URL(nextUrl ?? '');
    expect(url.origin + url.pathname).toBe(LOGOUT);
    expect(url.searchParams.get('region')).toBe('1');
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(xml).toContain(`>${USERS.aurora}</saml:NameID>`);
    expect(xml).toContain('>_index-1</saml2p:SessionIndex>');
    const signed = new URLSearchParams(
      ['SAMLRequest', 'SigAlg'].map((name): [string, string] => [name, url.searchParams.get(name) ?? '']),
    );
    const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64');
    const ours = createVerify('RSA-SHA256').update(signed.toString());
    expect(ours.verify(own, signature)).toBe(true);
    const back = await fetch(new URL('/sign-on/logout?SAMLResponse=x', server.url), { redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, server.settings.signOn.portalUrl]);
    const metadata = await fetch(new URL('/sign-on/metadata', server.url));
    expect(await metadata.text()).toContain(`Location="${server.settings.signOn.publicUrl}/sign-on/logout"`);
  });

  /** A request of the provider to end sessions. */
  function logoutRequest(sessionIndex: string, signer: KeyPair | undefined): string {
    const destination = `${server.settings.signOn.publicUrl}/sign-on/logout`;
    const xml = `<p:LogoutRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="_out" Version="2.0" IssueInstant="2026-05-15T08:00:00Z" Destination="${destination}"><a:Issuer>${ENTITY_ID}</a:Issuer><a:NameID>${USERS.aurora}</a:NameID><p:SessionIndex>${sessionIndex}</p:SessionIndex></p:LogoutRequest>`;
    const issuer = "//*[local-name()='Issuer']";
    const { privateKey = '', certificate: publicCert = '' } = signer ?? {};
    const algorithms = { signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' } as const;
    const options = { privateKey, publicCert, ...algorithms };
    const location = { reference: issuer, action: 'after' } as const;
    const signed = signXml(xml, "/*[local-name()='LogoutRequest']", location, options);
    return Buffer.from(signed).toString('base64');
  }

  test('§4 sign-out: the provider ends one of two sessions, and gets its answer', async () => {
    const [ended, other] = [await signOn('_ended'), await signOn('_other')];
    const statusOf = async (token: string) => (await server.call(readCurrentUser, {}, { token })).status;
    const logout = async (signer: KeyPair | undefined) => {
      const fields = { SAMLRequest: logoutRequest('_ended', signer), RelayState: 'state' };
      const response = await postForm(new URL('/sign-on/logout', server.url), fields);
      return new URL(response.headers.get('location') ?? '');
    };
    expect((await logout(stranger)).href).toBe(new URL(server.settings.signOn.portalUrl).href);
    expect(await statusOf(ended)).toBe(200);
    const answer = await logout(provider);
    expect(answer.origin + answer.pathname).toBe(LOGOUT);
    expect(answer.searchParams.get('RelayState')).toBe('state');
    const xml = inflateRawSync(Buffer.from(answer.searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
    expect(xml).toContain('InResponseTo="_out"');
    expect(xml).toContain('status:Success');
    expect([await statusOf(ended), await statusOf(other)]).toEqual([403, 200]);
  });
});
