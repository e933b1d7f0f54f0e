// Creates an operator of the region or of a health authority: npm run operator -- --username NAME [--asl CODE]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

const { DATABASE_URL: url, DATA_DIR: folder } = process.env;

register();
// This process may hold the database folder, so `npm run backup` may signal it. It makes no backup and must not end.
process.on('SIGUSR2', () => undefined);
try {
  const { values } = parseArgs({ options: { username: { type: 'string' }, asl: { type: 'string' } } });
  if (!values.username) throw new Error('Say who: npm run operator -- --username NAME [--asl CODE]');
  const { openDatabase } = await import('../server/database/open-database.ts');
  const { makeOperator } = await import('../server/domain/administration/make-operator.ts');
  const location = url
    ? { kind: 'postgres', url, poolSize: 1 }
    : { kind: 'pglite', folder: join(resolve(folder || 'data'), 'database') };
  const { db, close } = await openDatabase(location);
  try {
    console.log(await makeOperator({ db, now: () => new Date() }, { username: values.username, aslCode: values.asl }));
  } finally {
    await close();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
