import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { sql } from 'kysely';
import type { ResponseOptions } from 'samlp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exchangeSignOn, readCurrentUser, requestSignOn } from '#contract/calls/authentication.ts';
import { buildApp } from '#server/app.ts';
import { isDatabaseUnavailable } from '#server/database/pool.ts';
import { runAs } from '#server/limiter.ts';
import { acceptResponse } from '#server/sign-on/accept-response.ts';
import type { SamlSettings, SignOnSettings } from '#server/settings/settings.ts';
import { demoKeyPair, keyPairNamed } from '#demo/identity-provider/keys.ts';
import { SIGN_ON_SECONDS } from '#server/sign-on/start-sign-on.ts';
import { assertionConsumerUrl, inTurn, signOnTurns, workOnMessage } from '#server/sign-on/service-provider.ts';
import { startSignOn as startSamlSignOn } from '#server/sign-on/start-sign-on.ts';
import { TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { loggingApp } from './support/logging-app.ts';
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

  function metadataOf(settings: SignOnSettings): Promise<string> {
    return workOnMessage(server.services, settings, 'metadata', undefined);
  }

  /** Holds both threads until they are released, one after the other. */
  function holdThreads() {
    const { signal } = new AbortController();
    const held = ['a', 'b'].map((key) => {
      const release = new AbortController();
      const work = () => inTurn(() => once(release.signal, 'abort'));
      return { release, ended: runAs({ key, signal }, work) };
    });
    return {
      waiting: () => signOnTurns.counts.waiting,
      releaseOne: async () => {
        const one = held.pop();
        one?.release.abort();
        await one?.ended;
      },
    };
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
      ['that has expired', { lifetimeInSeconds: -200 }, 'No valid subject confirmation'],
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
      ['of very many elements', '<x/>'.repeat(1000), /too many elements: 10\d\d, at most 1000$/],
      [
        'of very many attributes',
        `<x ${'a="" '.repeat(5000)}/>`,
        /too many attributes and blanks: \d+, at most 10000$/,
      ],
      [
        'of very many namespaces',
        `<x ${Array.from({ length: 1000 }, (_, n) => `xmlns:n${n}="u"`).join(' ')}/>`,
        /too many namespaces: 10\d\d, at most 1000$/,
      ],
      ['of very many attributes without values', `<x ${'a\u0001'.repeat(10_000)}/>`, /too many attributes and blanks/],
    ])('%s, before it is read, and the log names the limit', async (_what, extra, reason) => {
      const { RelayState, SAMLRequest } = await startSignOn(server);
      const xml = Buffer.from(await samlResponse(server, SAMLRequest, USERS.aurora), 'base64').toString();
      const SAMLResponse = Buffer.from(xml.replace('<samlp:Status>', `${extra}<samlp:Status>`)).toString('base64');
      const accepted = acceptResponse(server.services, server.settings.signOn, { SAMLResponse, RelayState });
      await expect(accepted).rejects.toThrow(reason);
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

  test('design §4 turns: many answers from one address come after those of others', async () => {
    const { services, settings } = server;
    const { signal } = new AbortController();
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, { signResponse: false });
    const ended: string[] = [];
    const accept = async (name: string) => {
      const answer = { SAMLResponse, RelayState };
      const accepted = runAs({ key: name, signal }, () => acceptResponse(services, settings.signOn, answer));
      await expect(accepted).rejects.toThrow('Invalid document signature');
      ended.push(name);
    };
    const threads = holdThreads();
    const all = [...Array.from({ length: 16 }, () => accept('one')), accept('another')];
    await expect.poll(threads.waiting).toBe(all.length);
    await Promise.all([threads.releaseOne(), ...all]);
    expect(ended.slice(0, 2)).toContain('another');
    await threads.releaseOne();
  });

  test('design §4 turns: many starts from one address come after those of others', async () => {
    const { signal } = new AbortController();
    const ended: string[] = [];
    const start = async (name: string) => {
      await runAs({ key: name, signal }, () => startSamlSignOn(server.services, server.settings.signOn));
      ended.push(name);
    };
    const threads = holdThreads();
    const all = [...Array.from({ length: 16 }, () => start('one')), start('another')];
    await expect.poll(threads.waiting).toBe(all.length);
    await Promise.all([threads.releaseOne(), ...all]);
    expect(ended.slice(0, 4)).toContain('another');
    await threads.releaseOne();
  });

  test('rules §8 rates: after many refused answers an address waits, and others do not', async () => {
    const { settings, services } = server;
    const rateLimits = { ...settings.http.rateLimits, signOn: 20 };
    const app = await buildApp({ settings: { ...settings, http: { ...settings.http, rateLimits } }, services });
    onTestFinished(() => app.close());
    const { RelayState } = await startSignOn(server);
    const post = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/sign-on/acs',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ RelayState, SAMLResponse: 'PGEvPg==' }).toString(),
      });
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await post('10.0.0.1')).statusCode);
    expect(statuses).toEqual([303, 303, 303, 429]);
    expect((await post('10.0.0.1')).headers['retry-after']).toMatch(/^[1-6]?\d$/);
    expect((await post('10.0.0.2')).statusCode).toBe(303);
  });

  test('design §4 turns: an answer whose turn does not come in time is no forged one', async () => {
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    onTestFinished(() => timeout.mockRestore());
    const client = { key: 'one', signal: new AbortController().signal };
    const accept = () => acceptResponse(server.services, server.settings.signOn, { SAMLResponse, RelayState });
    const threads = holdThreads();
    await expect(runAs(client, accept)).rejects.toSatisfy(isDatabaseUnavailable);
    await threads.releaseOne();
    await threads.releaseOne();
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

  describe('§7 sign-on: the person or the provider refuses', () => {
    const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';

    interface Refused {
      readonly first: string;
      readonly second?: string | undefined;
      readonly message?: string | undefined;
      readonly answersTo?: string;
      readonly destination?: string | undefined;
    }

    /** A response without an assertion, which nobody has signed. */
    function refusal(
      requestId: string,
      { first, second, message, answersTo = requestId, destination }: Refused,
    ): string {
      const inner = second === undefined ? '' : `<p:StatusCode Value="${STATUS}${second}"/>`;
      const told = message === undefined ? '' : `<p:StatusMessage>${message}</p:StatusMessage>`;
      const to = destination === undefined ? '' : ` Destination="${destination}"`;
      return `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r" InResponseTo="${answersTo}" Version="2.0" IssueInstant="2026-05-15T08:00:00Z"${to}><p:Status><p:StatusCode Value="${STATUS}${first}">${inner}</p:StatusCode>${told}</p:Status></p:Response>`;
    }

    async function open() {
      const { RelayState, SAMLRequest } = await startSignOn(server);
      const id = / ID="([^"]+)"/.exec(Buffer.from(SAMLRequest, 'base64').toString())?.[1] ?? '';
      const destination = assertionConsumerUrl(server.settings.signOn);
      return { RelayState, SAMLRequest, id, destination };
    }

    /** Where the browser is led after it has posted this. */
    async function ledTo(xml: string, RelayState: string): Promise<string> {
      const SAMLResponse = Buffer.from(xml).toString('base64');
      const posted = await postForm(new URL('/sign-on/acs', server.url), { SAMLResponse, RelayState });
      expect(posted.status).toBe(303);
      return new URL(posted.headers.get('location') ?? '').search;
    }

    const spid = (number: string) => ['Responder', 'AuthnFailed', `ErrorCode nr${number}`] as const;
    test.each([
      ['too many wrong credentials', ...spid('19'), 'WRONG_CREDENTIALS'],
      ['no credentials of that level', ...spid('20'), 'LEVEL_NOT_HELD'],
      ['too late', ...spid('21'), 'AUTHENTICATION_TIMEOUT'],
      ['no consent', ...spid('22'), 'CONSENT_DENIED'],
      ['a suspended identity', ...spid('23'), 'IDENTITY_SUSPENDED'],
      ['cancelled', ...spid('25'), 'CANCELLED_BY_USER'],
      ['an identity of another kind', ...spid('30'), 'WRONG_IDENTITY_TYPE'],
      ['a number that there is not', ...spid('24'), 'PROVIDER_REFUSED'],
      ['a longer number', ...spid('190'), 'PROVIDER_REFUSED'],
      ['another notation', 'Responder', 'AuthnFailed', '\n SPID: errorcode NR 025 (utente) ', 'CANCELLED_BY_USER'],
      ['our request', 'Requester', 'RequestUnsupported', 'ErrorCode nr18', 'REQUEST_REFUSED'],
      ['our request, by its context', 'Requester', 'NoAuthnContext', 'ErrorCode nr12', 'REQUEST_REFUSED'],
      ['our request, of SAML 2.1', 'VersionMismatch', undefined, undefined, 'REQUEST_REFUSED'],
      ['the context, without a number', 'Responder', 'NoAuthnContext', undefined, 'LEVEL_NOT_HELD'],
      ['in other words', 'Responder', 'RequestDenied', 'User canceled', 'CANCELLED_BY_USER'],
      ['a denied request', 'Requester', 'RequestDenied', undefined, 'PROVIDER_REFUSED'],
      ['no more than that', 'Responder', undefined, undefined, 'PROVIDER_REFUSED'],
      ['a status of nobody', 'Rossi Maria', undefined, '<b>Rossi</b>', 'PROVIDER_REFUSED'],
    ])('%s: it is told and counted as such, signed by nobody, and the sign-on stays open', async (...members) => {
      const [, first, second, message, refused] = members;
      const { RelayState, SAMLRequest, id, destination } = await open();
      for (const named of [destination, undefined])
        expect(await ledTo(refusal(id, { first, second, message, destination: named }), RelayState)).toBe(
          `?refusal=${refused}`,
        );
      const again = Buffer.from(refusal(id, { first, second, message })).toString('base64');
      const accepted = acceptResponse(server.services, server.settings.signOn, { SAMLResponse: again, RelayState });
      await expect(accepted).rejects.toThrow(/^Sign-on refused: the identity provider says [A-Za-z ]+(, error \d+)?$/);
      const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora);
      const sessionId = await postResponse(server, { SAMLResponse, RelayState });
      expect((await exchange(server, sessionId ?? '', RelayState)).status).toBe(200);
    });

    test('signed by the provider, it is told too', async () => {
      const { RelayState, id, destination } = await open();
      const xml = refusal(id, { first: 'Responder', second: 'AuthnFailed', message: 'ErrorCode nr22', destination });
      const { privateKey, certificate: publicCert } = await demoKeyPair(server.services);
      const signed = signXml(
        xml,
        "/*[local-name()='Response']",
        { reference: "//*[local-name()='Status']", action: 'before' },
        { privateKey, publicCert, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' },
      );
      expect(await ledTo(signed, RelayState)).toBe('?refusal=CONSENT_DENIED');
    });

    test('to another request, another place or nobody’s sign-on it says nothing', async () => {
      const { RelayState, id, destination } = await open();
      const cancelled = { first: 'Responder', second: 'AuthnFailed', message: 'ErrorCode nr25', destination };
      const other = (different: Partial<Refused>) => refusal(id, { ...cancelled, ...different });
      expect(await ledTo(other({ answersTo: '_0000' }), RelayState)).toBe('?refusal=RESPONSE_INVALID');
      expect(await ledTo(other({ destination: 'https://another.example.org' }), RelayState)).toBe(
        '?refusal=RESPONSE_INVALID',
      );
      expect(await ledTo(other({}), 'nobody')).toBe('?refusal=NO_OPEN_REQUEST');
    });

    test('an assertion beside it lets nobody in', async () => {
      const { signOn } = server.settings;
      const settings = { ...signOn, saml: { ...signOn.saml, signed: 'assertion' as const } };
      const { RelayState, SAMLRequest } = await startSignOn(server);
      const given = await samlResponse(server, SAMLRequest, USERS.aurora, { signResponse: false });
      const xml = Buffer.from(given, 'base64').toString().replace('status:Success', 'status:Responder');
      const SAMLResponse = Buffer.from(xml).toString('base64');
      const accepted = acceptResponse(server.services, settings, { SAMLResponse, RelayState });
      await expect(accepted).rejects.toMatchObject({ refusal: 'PROVIDER_REFUSED' });
    });
  });

  test('§7 sign-on: an answer that is too large leads back to the portal, and the log names the limit', async () => {
    const { RelayState } = await startSignOn(server);
    const { lines, app } = await loggingApp(server);
    const posted = await app.inject({
      method: 'POST',
      url: '/sign-on/acs',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ RelayState, SAMLResponse: 'x'.repeat(600_000) }).toString(),
    });
    await app.close();
    expect(posted.statusCode).toBe(303);
    expect(posted.headers.location).toMatch(/\/redirect-url\?refusal=RESPONSE_INVALID$/);
    expect(lines.join('')).toContain('the response has more than 524288 bytes');
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

    const DN = 'CN=Farmacie e parafarmacie,OU=Gruppi,OU=Utenti,DC=salute,DC=regione,DC=example,DC=org';
    test.each([false, true])('of 400 groups, encrypted: %s', async (isEncrypted) => {
      const settings = gatewaySettings({});
      const groups = Array.from({ length: 400 }, (_, index) => `${DN}-${index}`);
      const claims = { fiscalNumber: `TINIT-${USERS.aurora}`, groups };
      const key = isEncrypted ? await ownCertificate() : undefined;
      const { SAMLResponse, RelayState } = await gatewayResponse(settings, { key, claims });
      const { privateKey, certificate: publicCert } = await demoKeyPair(server.services);
      let encoded = SAMLResponse;
      if (!isEncrypted) {
        // Keycloak and others declare the type of each value.
        const typed =
          'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
        const xml = Buffer.from(SAMLResponse, 'base64')
          .toString()
          .replace(/<(\w+:)?Signature\b[\s\S]*?<\/\1Signature>/g, '')
          .replace(/<saml:AttributeValue[^>]*>/g, `<saml:AttributeValue ${typed} xsi:type="xs:string">`);
        const options = { privateKey, publicCert, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' } as const;
        const issuerOf = (name: string) => `//*[local-name()='${name}']/*[local-name()='Issuer']`;
        const assertion = signXml(
          xml,
          "//*[local-name()='Assertion']",
          { reference: issuerOf('Assertion'), action: 'after' },
          options,
        );
        const signed = signXml(
          assertion,
          "/*[local-name()='Response']",
          { reference: issuerOf('Response'), action: 'after' },
          options,
        );
        expect(signed.match(/xmlns/g)?.length).toBeGreaterThan(800);
        encoded = Buffer.from(signed).toString('base64');
      }
      const accepted = acceptResponse(server.services, settings, { SAMLResponse: encoded, RelayState });
      await expect(accepted).resolves.toEqual(expect.any(String));
    });

    test.each([
      ['3 minutes ahead', 180_000, true],
      ['3 minutes behind', -180_000, true],
      ['6 minutes ahead', 360_000, false],
      ['6 minutes behind', -360_000, false],
    ])('by a clock that is %s', async (_what, aheadMs, isAccepted) => {
      const settings = gatewaySettings({ forceAuthn: true });
      const { RelayState, SAMLRequest } = await startSamlSignOn(server.services, settings);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
      onTestFinished(() => void vi.useRealTimers());
      const SAMLResponse = await samlResponse(server, SAMLRequest, USERS.aurora, {
        profileMapper: (nameIdentifier) => ({
          getClaims: () => ({ fiscalNumber: `TINIT-${USERS.aurora}` }),
          getNameIdentifier: () => ({ nameIdentifier }),
        }),
      });
      vi.useRealTimers();
      const accepted = acceptResponse(server.services, settings, { SAMLResponse, RelayState });
      if (isAccepted) await expect(accepted).resolves.toEqual(expect.any(String));
      else await expect(accepted).rejects.toThrow();
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
      const metadata = await metadataOf(settings());
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

    test.each([
      ['fiscalNumber', 'Name="fiscalNumber" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"'],
      ['2.5.4.42', 'Name="urn:oid:2.5.4.42" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"'],
      ['urn:oid:2.5.4.42', 'Name="urn:oid:2.5.4.42" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"'],
      ['a"<b>&', 'Name="a&quot;&lt;b&gt;&amp;" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"'],
    ])('and the metadata declare the set of attributes, with %s', async (userAttribute, requested) => {
      const metadata = await metadataOf(gatewaySettings({ attributeSet: 3, userAttribute }));
      expect(metadata).toMatch(
        new RegExp(`AssertionConsumerService [^>]*/>\\s*<AttributeConsumingService index="3" isDefault="true">`),
      );
      expect(metadata).toContain(`<RequestedAttribute ${requested} isRequired="true">`);
      const without = await metadataOf(gatewaySettings({}));
      expect(without).not.toContain('AttributeConsumingService');
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
