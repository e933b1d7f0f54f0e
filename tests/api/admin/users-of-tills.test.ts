import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminTills } from '#contract/admin/tills.ts';
import { adminUsers, endAdminSessions } from '#contract/admin/users.ts';
import { clocks } from '#server/database/clock.ts';
import { continueToEnd } from '#server/imports/continue-import.ts';
import { disableUser, makeOperator } from '#server/administration/operators.ts';
import { restoreFixture } from '../support/fill-fixture.ts';
import { BUSINESSES, STORES, TEST_NOW, USERS } from '../support/fixture.ts';
import { describeOnEachDatabase, signInAs, startTestServer, type TestServer } from '../support/harness.ts';
import { startedImport } from '../support/started-import.ts';
import { makeTill, type TestTill } from '../support/tills.ts';
import { NEW_USER } from './rows.ts';

const COLUMNS = ['username', 'firstName', 'lastName', 'profile', 'aslCode', 'businessVats'];

describeOnEachDatabase('users of tills', (database) => {
  let server: TestServer;
  let token: string;
  let till: TestTill;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    token = await signInAs(server, USERS.region);
    till = await makeTill(server, STORES.auroraCentro);
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  function userOfTill() {
    return server.db.selectFrom('app_user').selectAll().where('username', '=', till.clientId).executeTakeFirstOrThrow();
  }

  async function imports(...lines: string[][]): Promise<unknown> {
    const importId = await startedImport(server, 'users', COLUMNS, ...lines);
    await continueToEnd(server.services, importId, new AbortController().signal);
    return server.db
      .selectFrom('import_run')
      .select(['state', 'created', 'changed', 'refused'])
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow();
  }

  /** Inserts a person as one was named before such names were refused. */
  async function makeFormerPerson(username: string): Promise<number> {
    const values = { username, profile: 'OPERATOR', first_name: 'Anna', last_name: 'Floris', asl_id: null } as const;
    return (await server.db.insertInto('app_user').values(values).returning('user_id').executeTakeFirstOrThrow())
      .user_id;
  }

  test('rules §12 tills: no way to the users changes the user of a till', async () => {
    const before = await userOfTill();
    const { user_id: id } = before;
    const params = { id };
    const { version } = before;
    const body = { ...NEW_USER, username: 'un.altro', profile: 'OPERATOR' as const, businessIds: [], version };
    const asOperator = [till.clientId, 'Anna', 'Floris', 'OPERATOR', '', ''];
    const ways: readonly (() => Promise<unknown>)[] = [
      async () => (await server.call(adminUsers.calls.read, { params }, { token })).status,
      async () => (await server.call(adminUsers.calls.changes, { params }, { token })).status,
      async () => (await server.call(adminUsers.calls.update, { params, body }, { token })).status,
      async () => (await server.call(endAdminSessions, { params, body: { version } }, { token })).status,
    ];
    for (const way of ways) expect(await way()).toBe(404);
    const search = await server.callOk(adminUsers.calls.search, { query: { ids: String(id) } }, { token });
    expect(search.rows).toEqual([]);
    const { base64 } = await server.callOk(adminUsers.calls.exportRows, { query: { ids: String(id) } }, { token });
    expect(Buffer.from(base64, 'base64').toString('utf8')).not.toContain(till.clientId);
    expect(await imports(asOperator, [`TILL‐${till.id}`, 'Anna', 'Floris', 'OPERATOR', '', ''])).toEqual({
      state: 'DONE',
      created: 0,
      changed: 0,
      refused: 2,
    });
    const services = { db: server.db, ...clocks(() => TEST_NOW) };
    await expect(makeOperator(services, { username: till.clientId })).rejects.toThrow('not that of a till');
    await expect(disableUser(services, till.clientId)).rejects.toThrow('No user has the name');
    await expect(
      server.db.updateTable('app_user').set({ profile: 'OPERATOR' }).where('user_id', '=', id).execute(),
    ).rejects.toThrow('A till stays a till.');
    expect(await userOfTill()).toEqual(before);
  });

  test('rules §12 tills: a file of users finds its rows among people alone', async () => {
    // The line is read as one of a release that had no names of tills.
    const importId = await startedImport(server, 'users', COLUMNS, ['nuovo', 'Anna', 'Floris', 'OPERATOR', '', '']);
    await sql`update import_line set row = row || ${JSON.stringify({ username: till.clientId })}::jsonb
      where import_id = ${importId}`.execute(server.db);
    const before = await userOfTill();
    await continueToEnd(server.services, importId, new AbortController().signal);
    const { refusal } = await server.db.selectFrom('import_line').select('refusal').executeTakeFirstOrThrow();
    expect(refusal).toEqual({ field: 'username', reason: 'USERNAME' });
    expect(await userOfTill()).toEqual(before);
  });

  test('rules §9 last operator: tills do not count, and the last person stays', async () => {
    const services = { db: server.db, ...clocks(() => TEST_NOW) };
    await imports([till.clientId, 'Anna', 'Floris', 'OPERATOR', '', '']);
    await expect(disableUser(services, USERS.region)).rejects.toThrow('is the last operator of the region');
  });

  test('rules §12 tills: a person is not named as a till, in no form, file or command', async () => {
    for (const username of ['till-9', 'Till-09', ' till-9 ', 'till–9', 'ti\u200Bll-9']) {
      const body = { ...NEW_USER, username };
      const { status, error } = await server.call(adminUsers.calls.create, { body }, { token });
      expect([username, status, error?.field]).toEqual([username, 400, 'username']);
      await expect(makeOperator(server.services, { username })).rejects.toThrow('not that of a till');
      expect(await imports([username, 'Anna', 'Floris', 'OPERATOR', '', ''])).toMatchObject({ created: 0, refused: 1 });
    }
    const { row } = await server.callOk(adminUsers.calls.create, { body: NEW_USER }, { token });
    const body = { ...NEW_USER, username: 'till-9', version: row.version };
    const changed = await server.call(adminUsers.calls.update, { params: { id: Number(row.userId) }, body }, { token });
    expect([changed.status, changed.error?.field]).toEqual([400, 'username']);
    const { rows } = await server.callOk(adminUsers.calls.search, { query: { username: 'till-9' } }, { token });
    expect(rows).toEqual([]);
  });

  test('rules §12 tills: one is made although a person has had its name', async () => {
    await makeFormerPerson(`till-${till.id + 1}`);
    await makeFormerPerson(`till-${till.id + 1}0`);
    const next = await makeTill(server, STORES.auroraCentro, { name: 'Cassa 4' });
    expect(next.clientId).toBe(`till-${till.id + 1}00`);
    const { rows } = await server.callOk(
      adminTills.calls.search,
      { query: { businessId: BUSINESSES.aurora } },
      { token },
    );
    expect(rows.map(({ clientId }) => clientId)).toContain(next.clientId);
  });
});
