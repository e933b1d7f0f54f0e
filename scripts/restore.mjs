// Creates an embedded database from a backup: npm run restore -- FILE
import { join, resolve } from 'node:path';
import { register } from 'tsx/esm/api';

const [file] = process.argv.slice(2);
const folder = join(resolve(process.env.DATA_DIR || 'data'), 'database');

register();
// This process holds the database folder, so `npm run backup` may signal it. It makes no backup and must not end.
process.on('SIGUSR2', () => undefined);
try {
  if (file === undefined) throw new Error('Say which backup: npm run restore -- FILE');
  const { restoreBackup } = await import('#server/database/backup.ts');
  await restoreBackup(resolve(file), folder);
  console.log(`Restored into ${folder}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
