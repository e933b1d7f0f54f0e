import { setTimeout as delay } from 'node:timers/promises';
import { IMPORT_FILE_LIMIT, type ImportKind, type ImportMode } from '#contract/entities/admin/import.ts';
import { carryOnToEnd } from '#server/domain/imports/carry-on-imports.ts';
import { type ImportRun, readImport, readRefusedLines } from '#server/domain/imports/read-imports.ts';
import { type Clocked, beginImport, forgetImport, receiveFile } from '#server/domain/imports/receive-file.ts';
import { startImport } from '#server/domain/imports/start-import.ts';
import { readRows } from './read-rows.ts';
import { sayProblem } from './say-problem.ts';

/** How often, in ms, to look how far a server has come that is at the same file. */
const LOOK_EVERY_MS = 100;

interface Options {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** Whether it is only to tell what would be done; nothing is kept then. */
  readonly isDryRun: boolean;
  readonly mode: ImportMode;
  /** Told of each refused line. */
  readonly say: (line: string) => void;
  /** Ends it after the batch under way. */
  readonly signal: AbortSignal;
}

/** The run as soon as nothing more is done with it, by whomever. */
async function untilSettled(services: Clocked, importId: number, signal: AbortSignal): Promise<ImportRun> {
  for (;;) {
    signal.throwIfAborted();
    const isAtIt = await carryOnToEnd(services, importId, signal);
    const run = await readImport(services, importId);
    if (run.failure !== null) throw new Error(sayProblem('en', run.failure));
    if (run.state === 'CHECKED' || run.state === 'DONE') return run;
    if (!isAtIt) await delay(LOOK_EVERY_MS);
  }
}

async function sayRefused(services: Clocked, importId: number, { say, signal }: Options): Promise<void> {
  for await (const batch of readRefusedLines(services, importId, signal)) {
    for (const { line, problems } of batch) {
      const words = problems.map((problem) => sayProblem('en', problem));
      say(`line ${line}: ${words.join('; ')}`);
    }
  }
}

/** How many lines came to what. */
type Counts = Pick<ImportRun, 'created' | 'changed' | 'unchanged' | 'refused'>;

/**
 * Brings a file into the database, as the command does. Of a dry run, and of a file that is refused as a whole, nothing
 * is kept.
 * @throws Error that says why the file could not be read or imported
 */
export async function importFile(services: Clocked, options: Options): Promise<Counts> {
  const { kind, fileName, bytes, isDryRun, mode, say, signal } = options;
  const importId = await beginImport(services, { kind, fileName, userId: null });
  let isKept = !isDryRun;
  try {
    await receiveFile(services, importId, kind, readRows(bytes, IMPORT_FILE_LIMIT));
    let run = await untilSettled(services, importId, signal);
    const isRefused = mode === 'FILE' && run.refused > 0;
    isKept &&= !isRefused;
    if (isKept) {
      await startImport(services, { userId: null }, importId, mode);
      run = await untilSettled(services, importId, signal);
    }
    await sayRefused(services, importId, options);
    if (isDryRun || !isRefused) return run;
    say(sayProblem('en', { reason: 'LINES_REFUSED' }));
    return { ...run, created: 0, changed: 0, unchanged: 0 };
  } finally {
    if (!isKept) await forgetImport(services, importId);
  }
}
