// Creates an operator of the region or of a health authority, or disables a user of any profile:
// npm run operator -- --username NAME [--asl CODE | --disable]
import { parseArgs } from 'node:util';
import { disableUser, makeOperator } from '#server/administration/operators.ts';
import { clocks } from '#server/database/clock.ts';
import { openExistingDatabase } from '#server/database/migrate.ts';
import { readDatabaseLocation } from '#server/settings/settings.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'npm run operator -- --username NAME [--asl CODE | --disable]';

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { username: { type: 'string' }, asl: { type: 'string' }, disable: { type: 'boolean' } },
  });
  const { username, asl, disable = false } = values;
  if (username === undefined || username === '' || (disable && asl !== undefined)) throw new Error(`Say who: ${USAGE}`);
  const { db, close } = await openExistingDatabase(readDatabaseLocation(process.env, 1));
  try {
    const services = { db, ...clocks() };
    console.log(await (disable ? disableUser(services, username) : makeOperator(services, { username, aslCode: asl })));
    return 0;
  } finally {
    await close();
  }
});
