// Makes an embedded database of a backup: npm run restore -- FILE
import { join, resolve } from 'node:path';
import { register } from 'tsx/esm/api';

const [file] = process.argv.slice(2);
const folder = join(resolve(process.env.DATA_DIR || 'data'), 'database');

register();
// It holds the folder as a server does, and is no server that could be told to make a backup.
process.on('SIGUSR2', () => undefined);
try {
  if (file === undefined) throw new Error('Say which backup: npm run restore -- FILE');
  const { restoreBackup } = await import('../server/database/backup.ts');
  await restoreBackup(resolve(file), folder);
  console.log(`Restored into ${folder}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
