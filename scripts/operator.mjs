// Creates an operator of the region or of a health authority, or disables a user of any profile:
// npm run operator -- --username NAME [--asl CODE | --disable]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

const { DATABASE_URL: url, DATA_DIR: folder } = process.env;

register();
try {
  const { values } = parseArgs({
    options: { username: { type: 'string' }, asl: { type: 'string' }, disable: { type: 'boolean' } },
  });
  const { username, asl, disable } = values;
  if (!username || (disable && asl !== undefined))
    throw new Error('Say who: npm run operator -- --username NAME [--asl CODE | --disable]');
  const { openExistingDatabase } = await import('#server/database/migrate.ts');
  const { disableUser } = await import('#server/administration/row-commands.ts');
  const { makeOperator } = await import('#server/administration/make-operator.ts');
  const location = url
    ? { kind: 'postgres', url, poolSize: 1 }
    : { kind: 'pglite', folder: join(resolve(folder || 'data'), 'database') };
  const { db, close } = await openExistingDatabase(location);
  try {
    const services = { db, now: () => new Date() };
    console.log(await (disable ? disableUser(services, username) : makeOperator(services, { username, aslCode: asl })));
  } finally {
    await close();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
