import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { migrate } from '#server/database/migrate.ts';
import { makeOperator } from '#server/domain/administration/make-operator.ts';
import { TEST_NOW, USERS } from '../support/fixture.ts';
import { describeOnEachDatabase } from '../support/harness.ts';
import { program } from '../support/programs.ts';
import { makeTestDatabase } from '../support/test-database.ts';

const run = promisify(execFile);

describeOnEachDatabase('npm run operator', (database) => {
  test('rules §9 operators: the command makes the first one, and says what it did or why not', async () => {
    const { location, remove } = await makeTestDatabase(database);
    const place =
      location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATABASE_URL: '', DATA_DIR: dirname(location.folder) };
    const operator = (...args: string[]) =>
      run(process.execPath, [program('operator'), ...args], { env: { ...process.env, ...place } });
    const made = await operator('--username', 'prima.gestrice', '--asl', '108');
    expect(made.stdout).toBe('prima.gestrice is now an operator of ASL n. 8 di Cagliari\n');
    await expect(operator()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--username') as string,
    });
    const { db, close } = await openDatabase(location);
    await migrate(db);
    const make = (username: string, aslCode?: string) =>
      makeOperator({ db, now: () => TEST_NOW }, { username, aslCode });
    expect(await make('prima.gestrice', '108')).toContain('already');
    expect(await make('prima.gestrice')).toBe('prima.gestrice is an operator of the region again');
    await db.updateTable('app_user').set({ disabled_at: TEST_NOW }).where('username', '=', 'prima.gestrice').execute();
    expect(await make('prima.gestrice')).toContain('again');
    await expect(make(USERS.aurora)).rejects.toThrow('another profile');
    await expect(make('altro', '999')).rejects.toThrow('999');
    const users = db.selectFrom('app_user').where('username', 'in', ['prima.gestrice', 'altro']);
    expect(await users.select(['profile', 'asl_id', 'disabled_at', 'version']).execute()).toEqual([
      { profile: 'OPERATOR', asl_id: null, disabled_at: null, version: 3 },
    ]);
    const audit = await db.selectFrom('audit').select('action').where('user_id', 'is', null).execute();
    expect(audit.map(({ action }) => action)).toEqual(['ROW_CREATED', 'ROW_CHANGED', 'ROW_CHANGED']);
    await close();
    await remove();
  });
});
