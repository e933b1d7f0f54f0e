// Compares all stored residuals and totals with the ledger and prints the ids of differing rows; then the exit code is
// 1.
import { join, resolve } from 'node:path';
import { register } from 'tsx/esm/api';

const { DATABASE_URL: url, DATA_DIR: folder } = process.env;

register();
// This process may hold the database folder, so `npm run backup` may signal it. It makes no backup and must not end.
process.on('SIGUSR2', () => undefined);
// A signal ends it after the present batch, so that other processes can start their own run.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
try {
  const { openExistingDatabase } = await import('#server/database/migrate.ts');
  const { reconcile } = await import('#server/ledger/reconcile.ts');
  const location = url
    ? { kind: 'postgres', url, poolSize: 1 }
    : { kind: 'pglite', folder: join(resolve(folder || 'data'), 'database') };
  const { db, close } = await openExistingDatabase(location);
  try {
    const { checked, mismatches } = await reconcile(
      { db, now: () => new Date() },
      {
        onMismatch: (table, ids) => ids.forEach((id) => console.log(`${table} ${id} does not match the ledger`)),
        stop: stop.signal,
      },
    );
    console.log(`Compared ${checked} rows, ${mismatches} differ`);
    if (mismatches > 0) process.exitCode = 1;
  } finally {
    await close();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
