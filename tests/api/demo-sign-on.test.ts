import { createHash } from 'node:crypto';
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { demoIdentities } from '#demo/values.ts';
import { makeResponse, readRequestId } from '#demo/identity-provider/identity-provider.ts';
import { acceptResponse } from '#server/sign-on/accept-response.ts';
import { startSignOn as startSamlSignOn } from '#server/sign-on/start-sign-on.ts';
import { serviceProvider } from '#server/sign-on/saml-work.ts';
import { partiesOf } from '#server/sign-on/service-provider.ts';
import { BUSINESSES } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { exchange, postResponse, postForm, startSignOn } from './support/portal-client.ts';

const registered = 'anna.bentueddu';
const unregistered = 'nicola.forastieri';

interface Form {
  readonly action: URL;
  readonly fields: Record<string, string>;
}

/** The only form of a page, with its hidden fields. */
function formOf(html: string, baseUrl: string): Form {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '';
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  // The page's host name may differ from the test's, which is an IP address.
  const { pathname } = new URL(action, baseUrl);
  return {
    action: new URL(pathname, baseUrl),
    fields: Object.fromEntries(Array.from(inputs, ([, name = '', value = '']) => [name, value])),
  };
}

describeOnEachDatabase('demonstration sign-on', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
    await server.db
      .insertInto('app_user')
      .values({ user_id: 50, username: registered, profile: 'BUSINESS', first_name: 'Anna', last_name: 'B' })
      .execute();
    await server.db.insertInto('user_business').values({ user_id: 50, business_id: BUSINESSES.aurora }).execute();
  });
  afterAll(() => server.close());

  /** The page of the identity provider after the portal's redirect. */
  async function openPage() {
    const { RelayState, SAMLRequest, ssoUrl } = await startSignOn(server);
    const response = await postForm(new URL(new URL(ssoUrl).pathname, server.url), { RelayState, SAMLRequest });
    return { RelayState, response, html: await response.text() };
  }

  /** Signs on as a person of the page, up to the response to the portal's exchange. */
  async function signOnWith(username: string) {
    const { RelayState, html } = await openPage();
    const choice = formOf(html, server.url);
    const forward = await postForm(choice.action, { ...choice.fields, username });
    const { fields } = formOf(await forward.text(), server.url);
    const sessionId = await postResponse(server, fields);
    return exchange(server, sessionId ?? '', RelayState);
  }

  test('§7 sign-on: a whole round trip with a demonstration user ends signed in', async () => {
    const { status, data } = await signOnWith(registered);
    expect(status).toBe(200);
    const { user } = await server.callOk(readCurrentUser, {}, { token: data?.auth.accessToken });
    expect(user.username).toBe(registered);
  });

  test('§7 gateway: with the settings of a gateway the demonstration is one, and its assertion encrypted', async () => {
    const { services, settings } = server;
    const saml = { ...settings.signOn.saml, userAttribute: 'fiscalNumber', userPrefix: 'TINIT-' };
    const signOn = { ...settings.signOn, saml };
    const { RelayState, SAMLRequest } = await startSamlSignOn(services, signOn);
    const requestId = (await readRequestId(services, signOn, SAMLRequest)) ?? '';
    const person = demoIdentities.find(({ username }) => username === registered);
    if (person === undefined) throw new Error(`${registered} is not in the demonstration`);
    const SAMLResponse = await makeResponse(services, signOn, requestId, person);
    expect(Buffer.from(SAMLResponse, 'base64').toString()).toContain('EncryptedAssertion');
    const sessionId = await acceptResponse(services, signOn, { SAMLResponse, RelayState });
    expect((await exchange(server, sessionId, RelayState)).status).toBe(200);
  });

  test('rules §1 user not registered: the person who is not registered gets 404', async () => {
    expect(await signOnWith(unregistered)).toMatchObject({ status: 404, error: { description: 'USER_NOT_FOUND' } });
  });

  test('design §4 demonstration page: everyone is a button, in Italian, said to be for demonstration', async () => {
    const { response, html } = await openPage();
    expect(response.status).toBe(200);
    expect(html).toContain('<html lang="it">');
    expect(html).toContain('serve solo a provare il portale');
    for (const { username } of demoIdentities) {
      expect(html).toContain(`<button class="person" name="username" value="${username}">`);
    }
  });

  test('rules §8 demonstration page: runs only the script and the style that its policy names', async () => {
    const { html } = await openPage();
    const choice = formOf(html, server.url);
    const response = await postForm(choice.action, { ...choice.fields, username: registered });
    const page = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const element of ['script', 'style']) {
      const text = new RegExp(`<${element}>([^]*)</${element}>`).exec(page)?.[1] ?? '';
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${element}-src 'sha256-${hash}';`);
    }
    const { publicUrl } = server.settings.signOn;
    expect(policy).toContain(`form-action 'self' ${publicUrl};`);
    expect(page).toContain('<button class="primary">');
  });

  test('§7 sign-on: the page refuses a request that this server has not signed', async () => {
    const { RelayState, SAMLRequest, ssoUrl } = await startSignOn(server);
    const xml = Buffer.from(SAMLRequest, 'base64').toString();
    const altered = xml.replace('/sign-on/acs"', '/elsewhere"');
    const unsigned = xml.replace(/<Signature[^]*<\/Signature>/, '');
    const page = new URL(new URL(ssoUrl).pathname, server.url);
    for (const forged of [altered, unsigned, '<a/>', '', 'not XML']) {
      expect(forged).not.toBe(xml);
      const SAMLRequest = Buffer.from(forged).toString('base64');
      const response = await postForm(page, { RelayState, SAMLRequest });
      expect([forged.slice(0, 8), response.status]).toEqual([forged.slice(0, 8), 400]);
      expect(await response.text()).toContain('Richiesta di accesso non valida');
    }
  });

  test('§7 sign-on: the page refuses a request of ours that is signed with SHA-1, or was meant for somebody else', async () => {
    const page = new URL('/sign-on/demo', server.url);
    const statusOf = async (different: Partial<SamlConfig>) => {
      const ours = serviceProvider(await partiesOf(server.services, server.settings.signOn));
      const saml = new SAML({ ...ours.options, ...different });
      const { SAMLRequest } = await saml.getAuthorizeMessageAsync('');
      return (await postForm(page, { RelayState: 'x', SAMLRequest: String(SAMLRequest) })).status;
    };
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ signatureAlgorithm: 'sha1' })).toBe(400);
    expect(await statusOf({ digestAlgorithm: 'sha1' })).toBe(400);
    expect(await statusOf({ entryPoint: 'https://another.example.org/sign-on/demo' })).toBe(400);
  });

  test('§7 sign-on: the page vouches for nobody who is not on it', async () => {
    const { html } = await openPage();
    const { action, fields } = formOf(html, server.url);
    expect((await postForm(action, { ...fields, username: 'somebody.else' })).status).toBe(400);
    expect((await postForm(action, fields)).status).toBe(400);
  });

  test('§7 sign-on: what the portal posts comes back to the page as text, never as markup', async () => {
    const { SAMLRequest, ssoUrl } = await startSignOn(server);
    const RelayState = '"><script>alert(1)</script>';
    const response = await postForm(new URL(new URL(ssoUrl).pathname, server.url), { RelayState, SAMLRequest });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('<script>alert');
  });

  test('design §4 demonstration: the documentation of the API leads to a token of a chosen user, in its address only', async () => {
    const document = (await (await fetch(`${server.url}/docs/json`)).json()) as { info: { description: string } };
    const path = /<a href="(.*?)">Sign in as a demonstration user/.exec(document.info.description)?.[1] ?? '';
    const { action } = formOf(await (await fetch(server.url + path)).text(), server.url);
    const chosen = await postForm(action, { username: registered });
    expect([chosen.status, chosen.headers.get('cache-control')]).toEqual([303, 'no-store']);
    const [page, token] = chosen.headers.get('location')?.split('#token=') ?? [];
    expect(page).toBe('/docs/');
    const { user } = await server.callOk(readCurrentUser, {}, { token });
    expect(user.username).toBe(registered);
    for (const username of [unregistered, 'somebody.else']) {
      expect((await postForm(action, { username })).status).toBe(400);
    }
  });
});
