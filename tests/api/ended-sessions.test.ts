import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCurrentUser, refreshTokens, signOut, type Tokens } from '#contract/calls/authentication.ts';
import type { Services } from '#server/services.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createSession, deleteEndedSessions } from '#server/sign-on/sessions.ts';
import { BUSINESSES, TEST_NOW } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { untilWaiting } from './support/until-waiting.ts';
import { SESSION_SECONDS } from '#server/sign-on/tokens.ts';

const REFUSED = { status: 403, error: { description: 'NOT_AUTHENTICATED' } };
const AURORA = 1;
const SECRETS = ['an older secret of these tests: 0123', 'a newer secret of these tests: 4567'] as const;

describeOnEachDatabase('sessions that end', (database) => {
  let now = TEST_NOW;
  let server: TestServer;
  beforeAll(async () => {
    const env = { IDLE_SECONDS: '1800', TOKEN_SECRET: SECRETS[0] };
    server = await startTestServer({ database, now: () => now, env });
  });
  beforeEach(() => {
    now = TEST_NOW;
  });
  afterAll(() => server.close());

  function pass(seconds: number): void {
    now = new Date(now.getTime() + seconds * 1000);
  }

  function me({ accessToken: token }: Tokens) {
    return server.call(readCurrentUser, {}, { token });
  }

  function refresh({ refreshToken }: Tokens) {
    return server.call(refreshTokens, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } });
  }

  async function refreshOk(tokens: Tokens): Promise<Tokens> {
    const { data } = await refresh(tokens);
    if (data === undefined) throw new Error('refused');
    return data.auth;
  }

  function disable(since: Date | null) {
    return server.db.updateTable('app_user').set({ disabled_at: since }).where('user_id', '=', AURORA).execute();
  }

  test('rules §3 idle: half an hour without a call ends a session, and a refresh is no call', async () => {
    let tokens = await createSession(server.services, AURORA);
    expect(tokens.idleSeconds).toBe(1800);
    for (let minutes = 0; minutes < 60; minutes += 20) {
      pass(20 * 60);
      tokens = await refreshOk(tokens);
      expect((await me(tokens)).status).toBe(200);
    }
    pass(20 * 60);
    tokens = await refreshOk(tokens);
    pass(10 * 60 - 30);
    tokens = await refreshOk(tokens);
    pass(60);
    expect(await me(tokens)).toMatchObject(REFUSED);
    expect(await refresh(tokens)).toMatchObject(REFUSED);
  });

  test('rules §3 old sessions: those that ended or became too old more than a day ago are deleted, of everybody', async () => {
    await server.db.deleteFrom('session').execute();
    const DAY_SECONDS = 24 * 3600;
    const left = async () =>
      (await server.db.selectFrom('session').select('user_id').orderBy('user_id').execute()).length;
    await createSession(server.services, AURORA);
    const { accessToken } = await createSession(server.services, 2);
    await server.callOk(signOut, {}, { token: accessToken });
    pass(DAY_SECONDS - 1);
    const living = await createSession(server.services, 3);
    const clean = () => deleteEndedSessions(server.services, new AbortController().signal);
    await clean();
    expect(await left()).toBe(3);
    pass(1);
    await clean();
    expect(await left()).toBe(2);
    expect((await me(living)).status).toBe(200);
    pass(SESSION_SECONDS);
    await clean();
    expect(await left()).toBe(1);
    pass(DAY_SECONDS);
    await clean();
    expect(await server.db.selectFrom('refresh_token').select('token_hash').execute()).toEqual([]);
  });

  test('rules §3 idle: where there is no limit, the pair names none', async () => {
    const tokens = { ...server.services.tokens, idleSeconds: 0 };
    expect(await createSession({ ...server.services, tokens }, AURORA)).not.toHaveProperty('idleSeconds');
  });

  test('§6 disabled user: what is open ends at once, stays ended, and nobody signs on', async () => {
    const tokens = await createSession(server.services, AURORA);
    const other = await createSession(server.services, 2);
    expect((await me(tokens)).status).toBe(200);
    await disable(now);
    expect(await me(tokens)).toMatchObject(REFUSED);
    expect(await refresh(tokens)).toMatchObject(REFUSED);
    await expect(createSession(server.services, AURORA)).rejects.toMatchObject({ description: 'USER_NOT_FOUND' });
    expect((await me(other)).status).toBe(200);
    await disable(null);
    expect(await me(tokens)).toMatchObject(REFUSED);
    expect((await me(await createSession(server.services, AURORA))).status).toBe(200);
  });

  test('design §4 audit: that a user is disabled is written down once, with the role that did it', async () => {
    await server.db.deleteFrom('audit').execute();
    await disable(now);
    await disable(new Date(now.getTime() + 1));
    await disable(null);
    const rows = await server.db.selectFrom('audit').select(['action', 'user_id', 'details']).execute();
    const { rows: roles } = await sql<{ name: string }>`select session_user::text as name`.execute(server.db);
    expect(rows).toEqual([{ action: 'USER_DISABLED', user_id: AURORA, details: { by: roles[0]?.name } }]);
  });

  test('design §4 audit: whoever may disable users needs no right to the audit, which has it all the same', async () => {
    const tokens = await createSession(server.services, AURORA);
    const disabling = server.db.transaction().execute(async (trx) => {
      await sql`create role operator_of_tests`.execute(trx);
      await sql`grant select, update on app_user to operator_of_tests`.execute(trx);
      await trx.deleteFrom('audit').execute();
      await sql`set local role operator_of_tests`.execute(trx);
      await trx.updateTable('app_user').set({ disabled_at: now }).where('user_id', '=', AURORA).execute();
      await sql`reset role`.execute(trx);
      expect(await trx.selectFrom('audit').select('action').execute()).toEqual([{ action: 'USER_DISABLED' }]);
      const open = trx.selectFrom('session').select('session_id').where('user_id', '=', AURORA);
      expect(await open.where('ended_at', 'is', null).execute()).toEqual([]);
      throw new Error('undone');
    });
    await expect(disabling).rejects.toThrow('undone');
    expect((await me(tokens)).status).toBe(200);
  });

  test('§6 disabled user: a sign-on that was under way opens nothing that lives', async () => {
    const tokens = await createSession(server.services, AURORA);
    await disable(now);
    await server.db.updateTable('session').set({ ended_at: null }).where('user_id', '=', AURORA).execute();
    expect(await me(tokens)).toMatchObject(REFUSED);
    expect(await refresh(tokens)).toMatchObject(REFUSED);
    await disable(null);
    expect(await me(tokens)).toMatchObject(REFUSED);
  });

  test('rules §3 rotation: with a new secret and the former one, sessions and refreshes at that moment go on', async () => {
    const settings = readSettings({ TOKEN_SECRET: SECRETS[1], TOKEN_SECRET_FORMER: SECRETS[0] });
    const { secret, formerSecrets } = settings.tokens;
    const before = await createSession(server.services, AURORA);
    const replaced = await createSession(server.services, AURORA);
    pass(10);
    const next = await refreshOk(replaced);
    const tokens = { ...server.services.tokens, secret, formerSecrets };
    await withTokens(tokens, async () => {
      expect((await me(before)).status).toBe(200);
      const after = await refreshOk(before);
      expect((await me(after)).status).toBe(200);
      // The first response was lost while the servers restarted.
      expect((await refreshOk(replaced)).refreshToken).toBe(next.refreshToken);
      expect((await me(next)).status).toBe(200);
      await withTokens({ ...tokens, formerSecrets: [] }, async () => {
        expect((await me(after)).status).toBe(200);
        expect(await me(before)).toMatchObject(REFUSED);
      });
    });
  });

  /** Serves the same database with other keys during the work. */
  async function withTokens(tokens: Services['tokens'], work: () => Promise<void>): Promise<void> {
    const { tokens: usual } = server.services;
    Object.assign(server.services, { tokens });
    await work();
    Object.assign(server.services, { tokens: usual });
  }
});

/** What ends the sessions of a user, and how it is undone. */
const ENDS = [
  [
    'is disabled',
    sql`update app_user set disabled_at = now() where user_id = ${AURORA}`,
    sql`update app_user set disabled_at = null where user_id = ${AURORA}`,
  ],
  [
    'loses the business',
    sql`delete from user_business where user_id = ${AURORA} and business_id = ${BUSINESSES.aurora}`,
    sql`insert into user_business (user_id, business_id) values (${AURORA}, ${BUSINESSES.aurora})`,
  ],
  [
    'becomes one of an authority',
    sql`update app_user set profile = 'ASL', asl_id = 1 where user_id = ${AURORA}`,
    sql`update app_user set profile = 'BUSINESS', asl_id = null where user_id = ${AURORA}`,
  ],
] as const;

/** Only on PostgreSQL: the embedded database has one session, so there are no races (design §6). */
test.each(ENDS)('§6 race: a session that is made while its user %s stays ended', async (_, end, undo) => {
  const server = await startTestServer({ database: 'postgres' });
  await createSession(server.services, AURORA);
  const underWay = await server.db.transaction().execute(async (trx) => {
    // Holds the session that is to end, so that another one is made before the end is committed.
    await sql`select from session where user_id = ${AURORA} for update`.execute(trx);
    const ending = end.execute(server.db);
    await untilWaiting(server.db);
    const made = createSession(server.services, AURORA).catch(() => undefined);
    await Promise.race([made, untilWaiting(server.db, 2)]);
    return [ending, made];
  });
  await Promise.all(underWay);
  await undo.execute(server.db);
  const { rows } = await sql`select from session join refresh_token using (session_id)
    where user_id = ${AURORA} and ended_at is null and business_id = ${BUSINESSES.aurora}`.execute(server.db);
  expect(rows).toEqual([]);
  await server.close();
});
