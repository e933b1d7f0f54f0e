// Imports a file into the database: npm run import -- KIND FILE [--dry-run] [--only-if-none-refused]. It prints each refused
// line, then the numbers of created, changed, unchanged and refused lines. The exit code is 1 when the file could not
// be read or imported.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { clocks } from '#server/database/clock.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { IMPORT_FILE_LIMIT, IMPORT_KINDS } from '#contract/admin/imports.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { readInThread } from '#server/imports/files/read-in-thread.ts';
import { importFile, sayProblem } from '#server/imports/import-file.ts';
import { readDatabaseLocation } from '#server/settings/settings.ts';
import { runCommand } from './run-command.ts';

// By default Node lets garbage grow to a multiple of the used memory; this setting keeps the process small.
setFlagsFromString('--heap-growing-percent=20');

const USAGE = `npm run import -- KIND FILE [--dry-run] [--only-if-none-refused], KIND one of ${IMPORT_KINDS.join(', ')}`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'only-if-none-refused': { type: 'boolean', default: false },
    },
  });
  const [named, file] = positionals;
  const kind = IMPORT_KINDS.find((one) => one === named);
  if (kind !== undefined && file !== undefined && positionals.length === 2)
    return { kind, file, isDryRun: values['dry-run'], onlyIfNoneRefused: values['only-if-none-refused'] };
  throw new Error(USAGE);
}

/** Whoever stops it leaves an import with which any server goes on. */
async function importNamedFile(signal: AbortSignal): Promise<number> {
  const { kind, file, isDryRun, onlyIfNoneRefused } = readArguments();
  const { size } = await stat(file).catch((error: unknown) => {
    throw new Error(`The file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (size > IMPORT_FILE_LIMIT) throw new Error(sayProblem('en', { reason: 'TOO_LARGE' }));
  const bytes = createReadStream(file);
  await new Promise((ready, failed) => bytes.once('open', ready).once('error', failed));
  const { db, close } = await openDatabase(readDatabaseLocation(process.env, 2));
  try {
    await migrate(db);
    const services = { db, ...clocks() };
    const reading = { today: romeDay(services.now()), kinds: await readKinds(services.db) };
    const order = { kind, most: IMPORT_FILE_LIMIT, meant: [], withHidden: false, reading };
    const source = readInThread(bytes, order, signal);
    const options = { kind, fileName: basename(file), source, isDryRun, onlyIfNoneRefused, say: console.log, signal };
    const { created, changed, unchanged, refused } = await importFile(services, options);
    console.log(`created ${created}, changed ${changed}, unchanged ${unchanged}, refused ${refused}`);
    return onlyIfNoneRefused && !isDryRun && refused > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

await runCommand(USAGE, importNamedFile);
