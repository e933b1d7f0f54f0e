import { setTimeout as delay } from 'node:timers/promises';
import type { ImportKind, ImportMode } from '#contract/entities/admin/import.ts';
import type { DbAndClock } from '../context.ts';
import { continueToEnd } from './continue-to-end.ts';
import { discardImport } from './discard-import.ts';
import { type ImportRun, readImport } from './read-import.ts';
import { readRefusedLines } from './read-refused-lines.ts';
import { receiveFile } from './receive-file.ts';
import { sayProblem } from './say-problem.ts';
import type { LineSource, SheetFacts } from './sheet.ts';
import { startImport } from './start-import.ts';

/** The interval in ms of looking at the progress of a server that works on the same file. */
const LOOK_EVERY_MS = 100;

interface Options {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly source: LineSource;
  /** Only reports what the import would do, and keeps nothing. */
  readonly isDryRun: boolean;
  readonly mode: ImportMode;
  /** Receives a line for each refused line of the file. */
  readonly say: (line: string) => void;
  /** Ends the import after the present batch. */
  readonly signal: AbortSignal;
}

/** Waits until no process works on the run any more. */
async function untilSettled(services: DbAndClock, importId: number, signal: AbortSignal): Promise<ImportRun> {
  for (;;) {
    signal.throwIfAborted();
    const hasWorked = await continueToEnd(services, importId, signal);
    const run = await readImport(services, importId);
    if (run.failure !== null) throw new Error(sayProblem('en', run.failure));
    if (run.state === 'CHECKED' || run.state === 'DONE') return run;
    if (!hasWorked) await delay(LOOK_EVERY_MS);
  }
}

/** What in the way a file was read may be not what its author meant. */
function tell({ encoding, sheet, otherSheets = [], hiddenRows = 0 }: SheetFacts): readonly string[] {
  return [
    ...(encoding === 'Windows-1252' ? [`read as ${encoding}, for it is not in UTF-8`] : []),
    ...(otherSheets.length > 0 ? [`read the sheet ${sheet}, not ${otherSheets.join(', ')}`] : []),
    ...(hiddenRows > 0 ? [`hidden rows, not read: ${hiddenRows}`] : []),
  ];
}

async function reportRefused(services: DbAndClock, importId: number, { say, signal }: Options): Promise<void> {
  for await (const batch of readRefusedLines(services, importId, signal)) {
    for (const { line, problems } of batch) {
      const words = problems.map((problem) => sayProblem('en', problem));
      say(`line ${line}: ${words.join('; ')}`);
    }
  }
}

/** The number of lines by outcome. */
type Counts = Pick<ImportRun, 'created' | 'changed' | 'unchanged' | 'refused'>;

/**
 * Imports a file from the command line. A dry run and a refused file leave nothing in the database.
 * @throws Error with the reason why the file could not be read or imported
 */
export async function importFile(services: DbAndClock, options: Options): Promise<Counts> {
  const { kind, fileName, source, isDryRun, mode, say, signal } = options;
  const { importId } = await receiveFile(services, { kind, fileName, userId: null }, source);
  let isKept = !isDryRun;
  try {
    let run = await untilSettled(services, importId, signal);
    for (const fact of tell(source.facts)) say(fact);
    const isRefused = mode === 'FILE' && run.refused > 0;
    isKept &&= !isRefused;
    if (isKept) {
      await startImport(services, { userId: null }, importId, mode);
      run = await untilSettled(services, importId, signal);
    }
    await reportRefused(services, importId, options);
    if (isDryRun || !isRefused) return run;
    say(sayProblem('en', { reason: 'LINES_REFUSED' }));
    return { ...run, created: 0, changed: 0, unchanged: 0 };
  } finally {
    if (!isKept) await discardImport(services, importId);
  }
}
