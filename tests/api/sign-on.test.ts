import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import type { ResponseOptions } from 'samlp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exchangeSignOn, readCurrentUser, requestSignOn } from '#contract/calls/authentication.ts';
import { isDatabaseUnavailable } from '#server/database/pool.ts';
import { countLimitedWork, runAs, withConcurrencyLimit } from '#server/limiter.ts';
import { acceptResponse } from '#server/sign-on/accept-response.ts';
import type { SamlSettings, SignOnSettings } from '#server/settings/settings.ts';
import { keyPairNamed } from '#demo/identity-provider/keys.ts';
import { SIGN_ON_SECONDS } from '#server/sign-on/start-sign-on.ts';
import { serviceProviderMetadata } from '#server/sign-on/service-provider.ts';
import { startSignOn as startSamlSignOn } from '#server/sign-on/start-sign-on.ts';
import { TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { exchange, portalSignature, postResponse, postForm, startSignOn } from './support/portal-client.ts';
import { samlResponse } from './support/saml-response.ts';

const SECOND = 1000;

const SPID_LEVEL_2 = 'https://www.spid.gov.it/SpidL2';
const SPID_2 = { contexts: [SPID_LEVEL_2], comparison: 'minimum' } as const;

/** What a gateway does otherwise than the demonstration. */
interface Gateway {
  /** The certificate for which the assertion is encrypted. */
  readonly key?: string | undefined;
  readonly claims?: Record<string, string | readonly string[]>;
}

describeOnEachDatabase('sign-on', (database) => {
  let now = TEST_NOW;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(() => {
    now = TEST_NOW;
  });
  afterAll(() => server.close());

  function pass(seconds: number): void {
    now = new Date(now.getTime() + seconds * SECOND);
  }

  /** A sign-on that the identity provider has answered, up to the portal's exchange. */
  async function answeredSignOn(username: string) {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, username);
    const sessionId = (await postResponse(server, { SAMLResponse, RelayState })) ?? '';
    return { RelayState, SAMLResponse, sessionId };
  }

  test('§7 sso-request: a signed request by HTTP-POST to the identity provider', async () => {
    const { RelayState, SAMLRequest, ssoUrl } = await startSignOn(server);
    const xml = Buffer.from(SAMLRequest, 'base64').toString();
    expect(ssoUrl).toBe(`${server.settings.signOn.publicUrl}/sign-on/demo`);
    expect(RelayState.length).toBeGreaterThanOrEqual(43);
    expect(xml).toContain(`AssertionConsumerServiceURL="${server.settings.signOn.publicUrl}/sign-on/acs"`);
    expect(xml).toContain('xmldsig-more#rsa-sha256');
  });

  test('§7 sso-request: wrong basic authentication is 401, a wrong client or profile 400', async () => {
    const { client } = server.settings.signOn;
    const body = { clientId: client.id, profile: 'BUSINESS' } as const;
    const wrong = Buffer.from(`${client.username}:wrong`).toString('base64');
    for (const authorization of [`Basic ${wrong}`, 'Basic %%%', 'Bearer abc', '']) {
      const refused = await server.call(requestSignOn, { body }, { authorization });
      expect([authorization, refused.status]).toEqual([authorization, 401]);
    }
    const other = { ...body, clientId: 'another' };
    const refused = await server.call(requestSignOn, { body: other }, portalSignature(server));
    expect(refused).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field: 'clientId' } });
  });

  test('§7 sso-token: session and relay state are exchanged for tokens that work', async () => {
    const { RelayState, sessionId } = await answeredSignOn(USERS.aurora);
    const { status, data } = await exchange(server, sessionId, RelayState);
    expect(status).toBe(200);
    const { user } = await server.callOk(readCurrentUser, {}, { token: data?.auth.accessToken });
    expect(user).toMatchObject({ username: USERS.aurora, userProfile: { profile: 'BUSINESS' } });
  });

  test('rules §1 user not registered: the token call answers 404 USER_NOT_FOUND', async () => {
    const { RelayState, sessionId } = await answeredSignOn(USERS.stranger);
    expect(await exchange(server, sessionId, RelayState)).toMatchObject({
      status: 404,
      error: { description: 'USER_NOT_FOUND' },
    });
  });

  test('rules §1 user not registered: so is a shop user without a business', async () => {
    await server.db
      .insertInto('app_user')
      .values({ username: 'senza.azienda', profile: 'BUSINESS', first_name: 'A', last_name: 'B' })
      .execute();
    const { RelayState, sessionId } = await answeredSignOn('senza.azienda');
    expect(await exchange(server, sessionId, RelayState)).toMatchObject({ status: 404 });
  });

  test('§7 sso-token: a session is good once', async () => {
    const { RelayState, sessionId } = await answeredSignOn(USERS.aurora);
    const outcomes = await Promise.all([1, 2, 3].map(() => exchange(server, sessionId, RelayState)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test('§7 sso-token: a session is refused with another relay state, and used up by the attempt', async () => {
    const { RelayState, sessionId } = await answeredSignOn(USERS.aurora);
    const { RelayState: other } = await startSignOn(server);
    expect((await exchange(server, sessionId, other)).status).toBe(403);
    expect((await exchange(server, sessionId, RelayState)).status).toBe(403);
  });

  test('§7 sso-token: a session is good for a minute', async () => {
    const inTime = await answeredSignOn(USERS.aurora);
    pass(59);
    expect((await exchange(server, inTime.sessionId, inTime.RelayState)).status).toBe(200);
    const late = await answeredSignOn(USERS.aurora);
    pass(61);
    expect((await exchange(server, late.sessionId, late.RelayState)).status).toBe(403);
  });

  test('§7 sso-token: an unknown session is 403, wrong basic authentication 401', async () => {
    const { RelayState } = await startSignOn(server);
    expect((await exchange(server, 'unknown', RelayState)).status).toBe(403);
    const body = { sessionId: 'unknown', RelayState };
    expect(await server.call(exchangeSignOn, { body })).toMatchObject({
      status: 401,
      error: { description: 'CLIENT_NOT_AUTHENTICATED' },
    });
  });

  test('§7 sign-on: the database keeps the session hashed', async () => {
    const { sessionId } = await answeredSignOn(USERS.aurora);
    const kept = await server.db.selectFrom('sign_on').select('session_id_hash').execute();
    expect(sessionId).not.toBe('');
    expect(kept.map((row) => row.session_id_hash)).not.toContain(sessionId);
  });

  test('§7 sign-on: an answer is accepted once, also when it comes twice at the same moment', async () => {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
    const { services, settings } = server;
    // The three run in one process at the same time, so that all find the request open.
    const accepted = await Promise.allSettled(
      [1, 2, 3].map(() => acceptResponse(services, settings.signOn, { SAMLResponse, RelayState })),
    );
    expect(accepted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await postResponse(server, { SAMLResponse, RelayState })).toBeNull();
  });

  test('§7 sign-on: an answer that comes after the time of the sign-on is refused', async () => {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
    pass(SIGN_ON_SECONDS + 1);
    expect(await postResponse(server, { SAMLResponse, RelayState })).toBeNull();
  });

  test('§7 sign-on: an answer with the relay state of another sign-on is refused', async () => {
    const { SAMLRequest } = await startSignOn(server);
    const { RelayState } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
    expect(await postResponse(server, { SAMLResponse, RelayState })).toBeNull();
  });

  test('§7 sign-on: an answer whose user name was altered is refused, and the sign-on stays open', async () => {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
    const altered = Buffer.from(SAMLResponse, 'base64').toString().replace(USERS.aurora, USERS.aslSassari);
    const forged = Buffer.from(altered).toString('base64');
    expect(forged).not.toBe(SAMLResponse);
    expect(await postResponse(server, { SAMLResponse: forged, RelayState })).toBeNull();
    expect(await postResponse(server, { SAMLResponse, RelayState })).not.toBeNull();
  });

  test('§7 sign-on: what is not an answer at all goes back to the portal without a session', async () => {
    const { RelayState } = await startSignOn(server);
    for (const SAMLResponse of ['', 'x', Buffer.from('<a/>').toString('base64')]) {
      expect(await postResponse(server, { SAMLResponse, RelayState })).toBeNull();
    }
  });

  test('§7 sign-on: a relay state that no database keeps is a wrong request, by its name', async () => {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
    const wrong = { status: 400, error: { description: 'INVALID_REQUEST', field: 'RelayState' } };
    const fields = { SAMLResponse, RelayState: `${RelayState}\0` };
    const posted = await postForm(new URL('/sign-on/acs', server.url), fields);
    const { error } = (await posted.json()) as { error: object };
    expect({ status: posted.status, error }).toMatchObject(wrong);
    const sessionId = (await postResponse(server, { SAMLResponse, RelayState })) ?? '';
    expect(await exchange(server, sessionId, fields.RelayState)).toMatchObject(wrong);
    expect((await exchange(server, sessionId, RelayState)).status).toBe(200);
  });

  describe('§7 sign-on: an answer is refused', () => {
    test.each([
      ['for another audience', { audience: 'https://another.example.org' }, 'audience mismatch'],
      ['for another recipient', { recipient: 'https://another.example.org/acs' }, 'another recipient'],
      ['by another issuer', { issuer: 'https://another.example.org' }, 'another issuer'],
      ['to a request never made', { inResponseTo: '_0000' }, 'InResponseTo is not valid'],
      ['to no request at all', { inResponseTo: '' }, 'InResponseTo is missing'],
      ['that has expired', { lifetimeInSeconds: -60 }, 'No valid subject confirmation'],
      ['to another destination', { destination: 'https://another.example.org/acs' }, 'another destination'],
      ['to no destination', { destination: '' }, 'another destination'],
      ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1' }, 'a signature that is not trusted'],
      ['of a digest by SHA-1', { digestAlgorithm: 'sha1' }, 'a signature that is not trusted'],
      ['of which only the assertion is signed', { signResponse: false }, 'Invalid document signature'],
    ] as const)('%s', async (_what, different, reason) => {
      const { RelayState, SAMLRequest } = await startSignOn(server);
      const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, different);
      const accepted = acceptResponse(server.services, server.settings.signOn, { SAMLResponse, RelayState });
      await expect(accepted).rejects.toThrow(reason);
    });

    test.each([
      ['of very many elements', '<x/>'.repeat(400)],
      ['of very many attributes', `<x ${'a="" '.repeat(1000)}/>`],
      ['of very many namespaces', `<x ${Array.from({ length: 150 }, (_, n) => `xmlns:n${n}="u"`).join(' ')}/>`],
      ['of very many attributes without values', `<x ${'a\u0001'.repeat(2000)}/>`],
    ])('%s, before it is read', async (_what, extra) => {
      const { RelayState, SAMLRequest } = await startSignOn(server);
      const xml = Buffer.from(await samlResponse(server, SAMLRequest, USERS.aurora), 'base64').toString();
      const SAMLResponse = Buffer.from(xml.replace('<samlp:Status>', `${extra}<samlp:Status>`)).toString('base64');
      const accepted = acceptResponse(server.services, server.settings.signOn, { SAMLResponse, RelayState });
      await expect(accepted).rejects.toThrow('too many elements');
    });

    test('to a sign-on that nobody has begun, before it is read', async () => {
      const { SAMLRequest } = await startSignOn(server);
      const forged = Buffer.from(await samlResponse(server, SAMLRequest, USERS.aurora), 'base64').toString();
      const SAMLResponse = Buffer.from(forged.replace(USERS.aurora, USERS.corso)).toString('base64');
      const accepted = acceptResponse(server.services, server.settings.signOn, { SAMLResponse, RelayState: 'nobody' });
      await expect(accepted).rejects.toThrow('no open request');
    });

    test('signed with another key', async () => {
      const { RelayState, SAMLRequest } = await startSignOn(server);
      const { privateKey: key, certificate: cert } = await keyPairNamed(server.services, 'stranger');
      const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, { key, cert });
      const accepted = acceptResponse(server.services, server.settings.signOn, { SAMLResponse, RelayState });
      await expect(accepted).rejects.toThrow('Invalid document signature');
    });
  });

  test('design §4 turns: many answers from one address come after those of others, and the event loop turns between two', async () => {
    const { services, settings } = server;
    const { signal } = new AbortController();
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, { signResponse: false });
    const ended: { name: string; turns: number }[] = [];
    let turns = 0;
    const count = () => {
      turns += 1;
      if (ended.length < 17) setImmediate(count);
    };
    count();
    const accept = async (name: string) => {
      const answer = { SAMLResponse, RelayState };
      const accepted = runAs({ key: name, signal }, () => acceptResponse(services, settings.signOn, answer));
      await expect(accepted).rejects.toThrow('Invalid document signature');
      ended.push({ name, turns });
    };
    const release = new AbortController();
    const held = withConcurrencyLimit('signOn', () => once(release.signal, 'abort'));
    const all = [...Array.from({ length: 16 }, () => accept('one')), accept('another')];
    await expect.poll(() => countLimitedWork().find(({ kind }) => kind === 'signOn')?.waiting).toBe(all.length);
    release.abort();
    await Promise.all([held, ...all]);
    expect(ended.slice(0, 2).map(({ name }) => name)).toContain('another');
    expect(new Set(ended.map((end) => end.turns)).size).toBe(ended.length);
  });

  test('design §4 turns: many starts from one address come after those of others, and the event loop turns between two', async () => {
    const { signal } = new AbortController();
    const ended: string[] = [];
    const start = async (name: string) => {
      await runAs({ key: name, signal }, () => startSamlSignOn(server.services, server.settings.signOn));
      ended.push(name);
    };
    const release = new AbortController();
    const held = withConcurrencyLimit('signOn', () => once(release.signal, 'abort'));
    const all = [...Array.from({ length: 16 }, () => start('one')), start('another')];
    await expect.poll(() => countLimitedWork().find(({ kind }) => kind === 'signOn')?.waiting).toBe(all.length);
    release.abort();
    await Promise.all([held, ...all]);
    expect(ended.slice(0, 4)).toContain('another');
  });

  test('design §4 turns: an answer whose turn does not come in time is no forged one', async () => {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    onTestFinished(() => timeout.mockRestore());
    const client = { key: 'one', signal: new AbortController().signal };
    const accept = () => acceptResponse(server.services, server.settings.signOn, { SAMLResponse, RelayState });
    await withConcurrencyLimit('signOn', async () => {
      await expect(runAs(client, accept)).rejects.toSatisfy(isDatabaseUnavailable);
    });
    await expect(runAs(client, accept)).resolves.toEqual(expect.any(String));
  });

  test('§7 sso-request: those that have expired are found by an index, for each start deletes them', async () => {
    const lines = await server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return trx
        .selectFrom('sign_on')
        .selectAll()
        .where('expires_at', '<=', TEST_NOW)
        .explain<{ 'QUERY PLAN': string }>();
    });
    expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toContain('sign_on_by_expiry');
  });

  test('§7 sign-on: the metadata name this server, its endpoint and its certificate', async () => {
    const response = await fetch(new URL('/sign-on/metadata', server.url));
    const xml = await response.text();
    const { serviceProviderId, publicUrl } = server.settings.signOn;
    expect(response.headers.get('content-type')).toContain('xml');
    expect(xml).toContain(`entityID="${serviceProviderId}"`);
    expect(xml).toContain(`Location="${publicUrl}/sign-on/acs"`);
    expect(xml.match(/use="(signing|encryption)"/g)).toEqual(['use="signing"', 'use="encryption"']);
    expect(xml).not.toContain('SingleLogoutService');
  });

  describe('§7 gateway: a person is named by an attribute', () => {
    const ATTRIBUTE = { userAttribute: 'fiscalNumber', userPrefix: 'TINIT-' } as const;
    const CBC = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
    const OLD_CBC = {
      encryptionAlgorithm: CBC,
      disallowEncryptionWithInsecureAlgorithm: false,
      warnOnInsecureEncryptionAlgorithm: false,
    };

    /** The settings of a server that a gateway signs on to. */
    function gatewaySettings(saml: Partial<SamlSettings>): SignOnSettings {
      const { signOn } = server.settings;
      return { ...signOn, saml: { ...signOn.saml, ...ATTRIBUTE, ...saml } };
    }

    /** A gateway's response to a new sign-on: encrypted for `key` where there is one, with these claims. */
    async function gatewayResponse(
      settings: SignOnSettings,
      { key, claims, ...different }: Partial<ResponseOptions<string>> & Gateway = {},
    ) {
      const { RelayState, SAMLRequest } = await startSamlSignOn(server.services, settings);
      const SAMLResponse = await samlResponse(server, SAMLRequest, `_${randomUUID()}`, {
        profileMapper: (nameIdentifier) => ({
          getClaims: () => claims ?? { spidCode: 'ABCD0001', fiscalNumber: `TINIT-${USERS.aurora}` },
          getNameIdentifier: () => ({
            nameIdentifier,
            nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
          }),
        }),
        ...(key !== undefined && { encryptionCert: key, encryptionPublicKey: key }),
        ...different,
      });
      return { RelayState, SAMLResponse };
    }

    async function ownCertificate(): Promise<string> {
      return (await keyPairNamed(server.services, 'service-provider')).certificate;
    }

    test.each([
      ['both signed', { signed: 'both' }, {}, false],
      ['both signed, encrypted', { signed: 'both' }, {}, true],
      ['both signed, encrypted by CBC', { signed: 'both' }, OLD_CBC, true],
      ['the response signed', { signed: 'response' }, { signAssertion: false }, false],
      ['the response signed, the assertion encrypted', { signed: 'response' }, { signAssertion: false }, true],
      ['the assertion signed', { signed: 'assertion' }, { signResponse: false }, false],
      ['the assertion signed and encrypted', { signed: 'assertion' }, { signResponse: false }, true],
      ['more signed than is asked for', { signed: 'assertion' }, {}, true],
      ['a name in capitals', {}, { claims: { FiscalNumber: `tinit-${USERS.aurora.toUpperCase()}` } }, true],
      ['the context that was asked for', SPID_2, { authnContextClassRef: SPID_LEVEL_2 }, true],
      ['an authentication anew, as was asked for', { forceAuthn: true }, {}, true],
    ] as const)('%s', async (_what, saml, different, isEncrypted) => {
      const settings = gatewaySettings(saml);
      const key = isEncrypted ? await ownCertificate() : undefined;
      const response = await gatewayResponse(settings, { key, ...different });
      if (isEncrypted) expect(Buffer.from(response.SAMLResponse, 'base64').toString()).not.toMatch(/fiscalNumber/i);
      const sessionId = await acceptResponse(server.services, settings, response);
      const { data } = await exchange(server, sessionId, response.RelayState);
      const { user } = await server.callOk(readCurrentUser, {}, { token: data?.auth.accessToken });
      expect(user.username).toBe(USERS.aurora);
    });

    test.each([
      [
        'without the attribute',
        {},
        { claims: { spidCode: 'ABCD0001' } },
        /no attribute fiscalNumber; what came: spidCode$/,
      ],
      ['with two persons', {}, { claims: { fiscalNumber: ['TINIT-A', 'TINIT-B'] } }, 'fiscalNumber has 2 values'],
      ['by a NameID that changes', { userAttribute: undefined }, {}, 'the NameID is transient'],
      [
        'of a lower level',
        SPID_2,
        { authnContextClassRef: 'https://www.spid.gov.it/SpidL1' },
        'context https://www.spid',
      ],
      ['whose response is not signed', { signed: 'response' }, { signResponse: false }, 'Invalid document signature'],
      ['whose assertion is not signed', { signed: 'assertion' }, { signAssertion: false }, 'Invalid signature'],
      [
        'whose hidden assertion is signed with SHA-1',
        { signed: 'assertion' },
        { signResponse: false, signatureAlgorithm: 'rsa-sha1' },
        'a signature that is not trusted',
      ],
      [
        'by CBC that nobody has signed',
        { signed: 'assertion' },
        { signResponse: false, ...OLD_CBC },
        'an encryption that is not accepted',
      ],
    ] as const)('and refused %s', async (_what, saml, different, reason) => {
      const settings = gatewaySettings(saml);
      const response = await gatewayResponse(settings, { key: await ownCertificate(), ...different });
      const refused: unknown = await acceptResponse(server.services, settings, response).catch(
        (error: unknown) => error,
      );
      expect((refused as Error).message).toMatch(reason);
      expect((refused as Error).message).not.toMatch(/TINIT|ABCD/);
    });

    test('and refused where the last authentication was before the sign-on, though a new one was asked for', async () => {
      now = new Date(Date.now() + 3_600_000);
      const settings = gatewaySettings({ forceAuthn: true });
      const accepted = acceptResponse(server.services, settings, await gatewayResponse(settings));
      await expect(accepted).rejects.toMatchObject({ refusal: 'AUTHENTICATION_NOT_ACCEPTED' });
    });

    test('encrypted for the key before the present one, while the gateway has the older metadata', async () => {
      const [own, former, provider] = await Promise.all(
        ['new', 'former', 'demo-identity-provider'].map((name) => keyPairNamed(server.services, name)),
      );
      const settings = (formerPrivateKey?: string): SignOnSettings => ({
        ...gatewaySettings({ signed: 'assertion' }),
        identityProvider: {
          kind: 'external',
          url: `${server.settings.signOn.publicUrl}/sign-on/demo`,
          entityId: undefined,
          certificate: provider?.certificate ?? '',
          privateKey: own?.privateKey ?? '',
          formerPrivateKey,
          publicCertificate: `${own?.certificate}\n${former?.certificate}`,
          logoutUrl: undefined,
        },
      });
      for (const [formerKey, message] of [
        [former?.privateKey, undefined],
        [undefined, 'cannot be decrypted'],
      ] as const) {
        const used = settings(formerKey);
        const response = await gatewayResponse(used, { key: former?.certificate, signResponse: false });
        const accepted = acceptResponse(server.services, used, response);
        if (message === undefined) await expect(accepted).resolves.toEqual(expect.any(String));
        else await expect(accepted).rejects.toThrow(message);
      }
      const metadata = await serviceProviderMetadata(server.services, settings());
      expect(metadata.match(/use="(signing|encryption)"/g)).toEqual([
        'use="signing"',
        'use="signing"',
        'use="encryption"',
      ]);
    });

    test('and the request asks for it: context, format of the NameID, set of attributes, a new authentication', async () => {
      const saml = { ...SPID_2, nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', attributeSet: 3 };
      const settings = gatewaySettings({ ...saml, forceAuthn: true });
      const { SAMLRequest } = await startSamlSignOn(server.services, settings);
      const xml = Buffer.from(SAMLRequest, 'base64').toString();
      for (const part of [
        'ForceAuthn="true"',
        'AttributeConsumingServiceIndex="3"',
        'nameid-format:transient"',
        'Comparison="minimum"',
        `>${SPID_LEVEL_2}</saml:AuthnContextClassRef>`,
      ]) {
        expect(xml).toContain(part);
      }
    });

    test('rules §1: the portal is told that the person was not named, and so is the log', async () => {
      const { RelayState, SAMLRequest } = await startSignOn(server);
      const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, {
        profileMapper: () => ({
          getClaims: () => ({}),
          getNameIdentifier: () => ({
            nameIdentifier: '_1',
            nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
          }),
        }),
      });
      const posted = await postForm(new URL('/sign-on/acs', server.url), { SAMLResponse, RelayState });
      const location = new URL(posted.headers.get('location') ?? '');
      expect(location.search).toBe('?refusal=USER_NOT_NAMED');
    });
  });

  test('§7 sign-on: of two users whose names differ in capitals alone, the one that is named so', async () => {
    const rows = ['Doppio.Nome', 'doppio.nome'].map((username) => ({
      username,
      profile: 'OPERATOR' as const,
      first_name: 'A',
      last_name: 'B',
    }));
    await server.db.insertInto('app_user').values(rows).execute();
    const named = async (username: string) => {
      const { RelayState, sessionId } = await answeredSignOn(username);
      const { status, data } = await exchange(server, sessionId, RelayState);
      if (status !== 200) return status;
      return (await server.callOk(readCurrentUser, {}, { token: data?.auth.accessToken })).user.username;
    };
    expect(await named('Doppio.Nome')).toBe('Doppio.Nome');
    expect(await named('DOPPIO.NOME')).toBe(404);
    expect(await named(USERS.aurora.toUpperCase())).toBe(USERS.aurora);
  });
});
