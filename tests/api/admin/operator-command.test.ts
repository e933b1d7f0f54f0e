import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { clocks } from '#server/database/clock.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { migrate } from '#server/database/migrate.ts';
import { SERVER_ROLE } from '#server/database/server-role.ts';
import { disableUser, makeOperator } from '#server/administration/operators.ts';
import { TEST_NOW, USERS } from '../support/fixture.ts';
import { describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { program } from '../support/programs.ts';
import { makeTestDatabase, type TestDatabase } from '../support/test-database.ts';

const run = promisify(execFile);

/** Runs the command on a test's database, by default as its owner. */
function operatorOf({ location }: TestDatabase, role?: string) {
  const place =
    location.kind === 'postgres'
      ? { DATABASE_URL: role === undefined ? location.url : location.url.replace('postgres@', `${role}@`) }
      : { DATABASE_URL: '', DATA_DIR: dirname(location.folder) };
  return (...args: string[]) =>
    run(process.execPath, [program('operator'), ...args], { env: { ...process.env, ...place } });
}

describeOnEachDatabase('npm run operator', (database) => {
  test('rules §9 operators: the command makes the first one, and says what it did or why not', async () => {
    const copy = await makeTestDatabase(database);
    const { location, remove } = copy;
    const operator = operatorOf(copy);
    const made = await operator('--username', 'prima.gestrice', '--asl', '108');
    expect(made.stdout).toBe('prima.gestrice is now an operator of ASL n. 8 di Cagliari\n');
    await expect(operator()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--username') as string,
    });
    const { db, close } = await openDatabase(location);
    await migrate(db);
    const make = (username: string, aslCode?: string) =>
      makeOperator({ db, ...clocks(() => TEST_NOW) }, { username, aslCode });
    expect(await make('prima.gestrice', '108')).toContain('already');
    expect(await make('prima.gestrice')).toBe('prima.gestrice is an operator of the region again');
    await db.updateTable('app_user').set({ disabled_at: TEST_NOW }).where('username', '=', 'prima.gestrice').execute();
    expect(await make('prima.gestrice')).toContain('again');
    await expect(make(USERS.aurora)).rejects.toThrow('another profile');
    await expect(make('altro', '999')).rejects.toThrow('999');
    for (const wrong of ['x'.repeat(300), '\n\u200B']) await expect(make(wrong)).rejects.toThrow('1 to 100 characters');
    expect(await make(' prima.gestrice\n')).toBe('prima.gestrice is an operator of the region already');
    const users = db.selectFrom('app_user').where('username', 'in', ['prima.gestrice', 'altro']);
    expect(await users.select(['profile', 'asl_id', 'disabled_at', 'version']).execute()).toEqual([
      { profile: 'OPERATOR', asl_id: null, disabled_at: null, version: 3 },
    ]);
    const audit = await db.selectFrom('audit').select('action').where('user_id', 'is', null).execute();
    expect(audit.map(({ action }) => action)).toEqual(['ROW_CREATED', 'ROW_CHANGED', 'ROW_CHANGED']);
    await close();
    await remove();
  });

  test('rules §9 operators: the command disables a user of any profile and ends their sessions, but not the last operator of the region', async () => {
    const copy = await makeTestDatabase(database);
    const operator = operatorOf(copy, SERVER_ROLE);
    const server = await startTestServer({ database, copy: { ...copy, remove: () => Promise.resolve() } });
    const tokens = { shop: await signInAs(server, USERS.aurora), other: await signInAs(server, USERS.corso) };
    // Only one process at a time can open the embedded database.
    await server.close();
    const { stdout } = await operator('--username', USERS.aurora, '--disable');
    expect(stdout).toBe(`${USERS.aurora} is disabled, and all sessions of ${USERS.aurora} are ended\n`);
    const both = operator('--username', USERS.corso, '--disable', '--asl', '108');
    await expect(both).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('--disable') as string });

    const again = await startTestServer({ database, copy });
    const disable = (username: string) => disableUser(again.services, username);
    expect(await disable(USERS.aurora)).toBe(`${USERS.aurora} is disabled already`);
    await expect(disable('altro')).rejects.toThrow('No user has the name altro.');
    const last = `${USERS.region} is the last operator of the region. Make another one first: npm run operator -- --username ANOTHER`;
    await expect(disable(USERS.region)).rejects.toThrow(last);
    await makeOperator(again.services, { username: 'seconda.gestrice', aslCode: undefined });
    await disable(USERS.region);
    const statusOf = async (token: string) =>
      (await fetch(`${again.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await statusOf(tokens.shop), await statusOf(tokens.other)]).toEqual([403, 200]);
    const named = again.db.selectFrom('app_user').where('username', 'in', [USERS.aurora, USERS.region]);
    const users = await named.select(['user_id', 'version', 'disabled_at']).orderBy('user_id').execute();
    expect(users.map((user) => [user.version, user.disabled_at !== null])).toEqual([
      [2, true],
      [2, true],
    ]);
    const changes = { disabled: { from: false, to: true } };
    const audit = await again.db
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('action', 'in', ['ROW_CHANGED', 'USER_DISABLED'])
      .orderBy('audit_id')
      .execute();
    expect(audit).toEqual(
      users.flatMap(({ user_id: id }) => [
        { action: 'USER_DISABLED', details: { by: database === 'postgres' ? SERVER_ROLE : 'postgres' } },
        { action: 'ROW_CHANGED', details: { table: 'app_user', id, changes } },
      ]),
    );
    await again.close();
  });
});
