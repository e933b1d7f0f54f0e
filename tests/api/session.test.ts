import { SignJWT, decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readMyAsl } from '#contract/calls/asl.ts';
import {
  readCurrentUser,
  refreshTokens,
  signOut,
  switchBusiness,
  type Tokens,
} from '#contract/calls/authentication.ts';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { BUSINESSES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { SESSION_SECONDS } from '#server/sign-on/tokens.ts';

const REFUSED = { status: 403, error: { description: 'NOT_AUTHENTICATED' } };

describeOnEachDatabase('session', (database) => {
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
    now = new Date(now.getTime() + seconds * 1000);
  }

  /** Makes refresh tokens old enough to be rotated at their next use. */
  function passRotation(): void {
    pass(10);
  }

  async function signIn(username: string): Promise<Tokens> {
    const user = server.db.selectFrom('app_user').where('username', '=', username).select('user_id');
    return createSession(server.services, (await user.executeTakeFirstOrThrow()).user_id);
  }

  function me(token: string | undefined) {
    return server.call(readCurrentUser, {}, { token });
  }

  function refresh(refresh_token: string) {
    return server.call(refreshTokens, { body: { grant_type: 'refresh_token', refresh_token } });
  }

  async function refreshOk(refreshToken: string): Promise<Tokens> {
    const { status, data } = await refresh(refreshToken);
    if (data === undefined) throw new Error(`refused with ${status}`);
    return data.auth;
  }

  async function businessOf(token: string) {
    return (await server.callOk(readMyBusiness, {}, { token })).business.businessId;
  }

  test('rules §2: a missing, foreign, altered or unsigned token is 403, never 401', async () => {
    const { accessToken } = await signIn(USERS.aurora);
    const claims = decodeJwt(accessToken);
    const [header, , signature] = accessToken.split('.');
    const altered = Buffer.from(JSON.stringify({ ...claims, bid: BUSINESSES.corso })).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const otherKey = new TextEncoder().encode('another secret of more than 32 characters');
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(otherKey);
    const wrong = [
      undefined,
      'not-a-token',
      foreign,
      `${header}.${altered}.${signature}`,
      `${unsigned}.${accessToken.split('.')[1]}.`,
    ];
    expect((await me(accessToken)).status).toBe(200);
    for (const token of wrong) expect(await me(token)).toMatchObject(REFUSED);
  });

  test('rules §2: an access token expires, and is 403 from then on', async () => {
    const { accessToken } = await signIn(USERS.aurora);
    pass(server.settings.tokens.accessTokenSeconds - 1);
    expect((await me(accessToken)).status).toBe(200);
    pass(1);
    expect(await me(accessToken)).toMatchObject(REFUSED);
  });

  test('§7 auth/token: a refresh token is exchanged for a new pair', async () => {
    const first = await signIn(USERS.aurora);
    pass(700);
    const second = await refreshOk(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await me(second.accessToken)).status).toBe(200);
    expect(await businessOf(second.accessToken)).toBe(BUSINESSES.aurora);
  });

  test('§7 auth/token: an unknown or expired refresh token is 403, another grant 400', async () => {
    const { refreshToken } = await signIn(USERS.aurora);
    expect(await refresh('unknown')).toMatchObject(REFUSED);
    pass(SESSION_SECONDS);
    expect(await refresh(refreshToken)).toMatchObject(REFUSED);
    const response = await fetch(new URL('/api/v1/auth/token', server.url), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', refresh_token: refreshToken }),
    });
    expect(response.status).toBe(400);
  });

  test('rules §3: the direct predecessor answers the same pair for 60 s', async () => {
    const first = await signIn(USERS.aurora);
    passRotation();
    const second = await refreshOk(first.refreshToken);
    pass(60);
    const again = await refreshOk(first.refreshToken);
    expect(again.refreshToken).toBe(second.refreshToken);
    expect((await me(again.accessToken)).status).toBe(200);
  });

  test('rules §3: after 60 s the predecessor ends the family', async () => {
    const first = await signIn(USERS.aurora);
    passRotation();
    const second = await refreshOk(first.refreshToken);
    pass(61);
    expect(await refresh(first.refreshToken)).toMatchObject(REFUSED);
    expect(await refresh(second.refreshToken)).toMatchObject(REFUSED);
    expect(await me(second.accessToken)).toMatchObject(REFUSED);
  });

  test('rules §3: a token older than the direct predecessor ends the family at once', async () => {
    const other = await signIn(USERS.aurora);
    const first = await signIn(USERS.aurora);
    passRotation();
    const second = await refreshOk(first.refreshToken);
    passRotation();
    const third = await refreshOk(second.refreshToken);
    expect(await refresh(first.refreshToken)).toMatchObject(REFUSED);
    expect(await refresh(third.refreshToken)).toMatchObject(REFUSED);
    expect(await me(third.accessToken)).toMatchObject(REFUSED);
    expect((await me(other.accessToken)).status).toBe(200);
  });

  test('rules §3: a hundred refreshes of one token at the same moment share one successor', async () => {
    const { accessToken, refreshToken } = await signIn(USERS.aurora);
    passRotation();
    // Opens the pool's connections first, so that no refresh waits for one.
    await Promise.all(Array.from({ length: 100 }, () => me(accessToken)));
    const pairs = await Promise.all(Array.from({ length: 100 }, () => refreshOk(refreshToken)));
    const [successor, ...others] = new Set(pairs.map((pair) => pair.refreshToken));
    expect(others).toEqual([]);
    expect((await me(pairs.at(-1)?.accessToken)).status).toBe(200);
    passRotation();
    expect((await refreshOk(successor ?? '')).refreshToken).not.toBe(successor);
  });

  test('rules §3: who refreshes in a loop gets new access tokens, and a new refresh token every ten seconds', async () => {
    const { refreshToken } = await signIn(USERS.aurora);
    const kept = async () => (await server.db.selectFrom('refresh_token').select('token_hash').execute()).length;
    const before = await kept();
    const pairs: Tokens[] = [];
    for (let second = 0; second < 21; second += 1) {
      pairs.push(await refreshOk(pairs.at(-1)?.refreshToken ?? refreshToken));
      pass(1);
    }
    expect(new Set(pairs.map((pair) => pair.refreshToken)).size).toBe(3);
    expect((await kept()) - before).toBe(2);
    expect(new Set(pairs.map((pair) => pair.accessToken)).size).toBe(21);
    expect((await me(pairs.at(-1)?.accessToken)).status).toBe(200);
  });

  test('rules §3: a refresh racing with a sign-out never outlives it', async () => {
    const { accessToken, refreshToken } = await signIn(USERS.aurora);
    const [renewed] = await Promise.all([refresh(refreshToken), server.call(signOut, {}, { token: accessToken })]);
    expect([200, 403]).toContain(renewed.status);
    expect(await refresh(renewed.data?.auth.refreshToken ?? refreshToken)).toMatchObject(REFUSED);
    expect(await me(renewed.data?.auth.accessToken ?? accessToken)).toMatchObject(REFUSED);
  });

  test('§7 switch-business: a pair of the other business, while other pairs and families go on', async () => {
    const family = await signIn(USERS.aurora);
    const tab = await signIn(USERS.aurora);
    const input = { params: { businessId: BUSINESSES.bottega } };
    const { auth } = await server.callOk(switchBusiness, input, { token: tab.accessToken });
    expect(await businessOf(auth.accessToken)).toBe(BUSINESSES.bottega);
    expect(await businessOf((await refreshOk(auth.refreshToken)).accessToken)).toBe(BUSINESSES.bottega);
    expect(await businessOf(tab.accessToken)).toBe(BUSINESSES.aurora);
    expect(await businessOf((await refreshOk(tab.refreshToken)).accessToken)).toBe(BUSINESSES.aurora);
    expect(await businessOf((await refreshOk(family.refreshToken)).accessToken)).toBe(BUSINESSES.aurora);
  });

  test('§7 switch-business: a business of somebody else or of nobody is 404, an ASL user 403', async () => {
    const { accessToken: token } = await signIn(USERS.aurora);
    for (const businessId of [BUSINESSES.corso, 777, 999_999_999_999]) {
      const refused = await server.call(switchBusiness, { params: { businessId } }, { token });
      expect(refused).toMatchObject({ status: 404, error: { description: 'BUSINESS_NOT_FOUND' } });
    }
    const asl = await signIn(USERS.aslSassari);
    const input = { params: { businessId: BUSINESSES.aurora } };
    const refused = await server.call(switchBusiness, input, { token: asl.accessToken });
    expect(refused).toMatchObject({ status: 403, error: { description: 'NOT_ALLOWED' } });
  });

  test('§6: a token bound to a business is refused once the business is no longer the user’s', async () => {
    const { accessToken } = await signIn(USERS.corso);
    const own = { user_id: 2, business_id: BUSINESSES.corso };
    expect(await businessOf(accessToken)).toBe(BUSINESSES.corso);
    await server.db.deleteFrom('user_business').where('user_id', '=', own.user_id).execute();
    expect(await me(accessToken)).toMatchObject(REFUSED);
    await server.db.insertInto('user_business').values(own).execute();
  });

  test('§4 sign-out: ends the session with all its tokens, and no other', async () => {
    const other = await signIn(USERS.aurora);
    const { accessToken, refreshToken } = await signIn(USERS.aurora);
    expect((await server.call(signOut, {}, { token: accessToken })).status).toBe(200);
    expect(await me(accessToken)).toMatchObject(REFUSED);
    expect(await refresh(refreshToken)).toMatchObject(REFUSED);
    expect((await me(other.accessToken)).status).toBe(200);
  });

  test('rules §3: a session ends when its time is over, however often it is refreshed', async () => {
    const { accessTokenSeconds } = server.settings.tokens;
    let pair = await signIn(USERS.aurora);
    // An execution that begins before the end that is told has the time to end.
    expect(pair.sessionSeconds).toBe(SESSION_SECONDS - 180);
    pass(SESSION_SECONDS - accessTokenSeconds / 2);
    pair = await refreshOk(pair.refreshToken);
    expect(pair.sessionSeconds).toBe(accessTokenSeconds / 2 - 180);
    pass(accessTokenSeconds / 2 - 1);
    expect((await me(pair.accessToken)).status).toBe(200);
    pass(1);
    expect(await me(pair.accessToken)).toMatchObject(REFUSED);
    expect(await refresh(pair.refreshToken)).toMatchObject(REFUSED);
  });

  test('design §4 audit: sign-on, business switch, sign-out and the end by a stolen token are written down', async () => {
    await server.db.deleteFrom('audit').execute();
    const { accessToken, refreshToken } = await signIn(USERS.aurora);
    const input = { params: { businessId: BUSINESSES.bottega } };
    const { auth } = await server.callOk(switchBusiness, input, { token: accessToken });
    await server.callOk(signOut, {}, { token: auth.accessToken });
    await server.call(signOut, {}, { token: auth.accessToken });
    const stolen = await signIn(USERS.aslSassari);
    passRotation();
    await refreshOk(stolen.refreshToken);
    pass(61);
    expect(await refresh(stolen.refreshToken)).toMatchObject(REFUSED);
    const rows = await server.db.selectFrom('audit').selectAll().orderBy('audit_id').execute();
    const sessionId = decodeJwt(accessToken).sid;
    const aurora = { user_id: 1, details: { sessionId } };
    expect(rows).toMatchObject([
      { ...aurora, action: 'SIGNED_IN', business_id: BUSINESSES.aurora },
      {
        action: 'BUSINESS_SWITCHED',
        user_id: 1,
        business_id: BUSINESSES.bottega,
        details: { from: BUSINESSES.aurora },
      },
      { ...aurora, action: 'SIGNED_OUT', business_id: BUSINESSES.bottega },
      { action: 'SIGNED_IN', user_id: 3, business_id: null },
      { action: 'SESSION_REVOKED', user_id: 3, business_id: null },
    ]);
    for (const secret of [accessToken, refreshToken]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('§6: an ASL user signs in without a business', async () => {
    const { accessToken: token } = await signIn(USERS.aslSassari);
    expect((await server.callOk(readCurrentUser, {}, { token })).user.userProfile.profile).toBe('ASL');
    expect((await server.call(readMyAsl, {}, { token })).status).toBe(200);
    expect(await server.call(readMyBusiness, {}, { token })).toMatchObject({ status: 403 });
  });

  test('rules §3: the database keeps refresh tokens hashed', async () => {
    const { refreshToken } = await signIn(USERS.aurora);
    const kept = await server.db.selectFrom('refresh_token').selectAll().execute();
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(refreshToken);
  });

  test('rules §3: sessions that nobody can continue are forgotten at the next sign-on', async () => {
    await signIn(USERS.aslCagliari);
    pass(SESSION_SECONDS);
    await signIn(USERS.aslCagliari);
    const kept = await server.db.selectFrom('session').where('user_id', '=', 4).select('created_at').execute();
    expect(kept).toEqual([{ created_at: now }]);
  });
});
