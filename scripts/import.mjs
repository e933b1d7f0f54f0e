// Imports a file into the database: npm run import -- KIND FILE [--dry-run] [--whole-file]. It prints each refused
// line, then the numbers of created, changed, unchanged and refused lines. The exit code is 1 when the file could not
// be read or imported.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

// By default Node lets garbage grow to a multiple of the used memory; this setting keeps the process small.
setFlagsFromString('--heap-growing-percent=20');
register();
// A signal ends it after the present batch; a server can continue the import.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
const { DATABASE_URL: url, DATA_DIR: folder } = process.env;

function readArguments(kinds) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, 'whole-file': { type: 'boolean', default: false } },
    });
    const [kind, file] = positionals;
    if (kinds.includes(kind) && positionals.length === 2)
      return { kind, file, isDryRun: values['dry-run'], mode: values['whole-file'] ? 'FILE' : 'BATCH' };
  } catch {
    // An unknown option; the usage message follows below.
  }
  throw new Error(`npm run import -- KIND FILE [--dry-run] [--whole-file], KIND one of ${kinds.join(', ')}`);
}

try {
  const { IMPORT_FILE_LIMIT, IMPORT_KINDS } = await import('#contract/entities/admin/import.ts');
  const { migrate } = await import('#server/database/migrate.ts');
  const { openDatabase } = await import('#server/database/open-database.ts');
  const { importFile } = await import('#server/imports/import-file.ts');
  const { sayProblem } = await import('#server/imports/import-file.ts');
  const { readInThread } = await import('#server/imports/files/read-in-thread.ts');
  const { romeDay } = await import('#contract/rules/dates.ts');
  const { kind, file, isDryRun, mode } = readArguments(IMPORT_KINDS);
  if ((await stat(file)).size > IMPORT_FILE_LIMIT) throw new Error(sayProblem('en', { reason: 'TOO_LARGE' }));
  const location = url
    ? { kind: 'postgres', url, poolSize: 2 }
    : { kind: 'pglite', folder: join(resolve(folder || 'data'), 'database') };
  const bytes = createReadStream(file);
  await new Promise((ready, failed) => bytes.once('open', ready).once('error', failed));
  const { db, close } = await openDatabase(location);
  try {
    await migrate(db);
    const services = { db, now: () => new Date() };
    const order = { kind, most: IMPORT_FILE_LIMIT, meant: [], withHidden: false, today: romeDay(services.now()) };
    const source = readInThread(bytes, order, stop.signal);
    const options = { kind, fileName: basename(file), source, isDryRun, mode, say: console.log, signal: stop.signal };
    const counts = await importFile(services, options);
    const { created, changed, unchanged, refused } = counts;
    console.log(`created ${created}, changed ${changed}, unchanged ${unchanged}, refused ${refused}`);
    if (mode === 'FILE' && !isDryRun && refused > 0) process.exitCode = 1;
  } finally {
    await close();
  }
} catch (error) {
  const isEnded = error.name === 'AbortError';
  console.error(isEnded ? 'ended: what is stored stays, the same command goes on with the rest' : error.message);
  process.exitCode = 1;
}
