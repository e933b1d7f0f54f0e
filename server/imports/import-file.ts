import { setTimeout as delay } from 'node:timers/promises';
import type { FileReason, ImportKind, LineReason } from '#contract/admin/imports.ts';
import en from '../../public/locales/en/admin-imports.json' with { type: 'json' };
import it from '../../public/locales/it/admin-imports.json' with { type: 'json' };
import type { DbAndClocks } from '#server/services.ts';
import { continueToEnd } from './continue-import.ts';
import { type ImportRun, readImport, startImport } from './imports.ts';
import { discardImport, receiveFile } from './receive-file.ts';
import { readRefusedLines, readReportColumns, readWarnedLines, withValues } from './show-import.ts';
import type { LineSource, SheetFacts } from './sheet.ts';

/** A problem of a line or a file, and its place. */
interface Problem {
  readonly reason: LineReason | FileReason;
  readonly field?: string | undefined;
  /** The text of its cell. */
  readonly value?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly line?: number | undefined;
  readonly firstLine?: number | undefined;
  readonly words?: readonly string[] | undefined;
}

/** The portal's texts. */
const TEXTS = { it, en } as const;
const LINE = { it: 'riga', en: 'line' } as const;

/** The text of a problem, for a file or the command line. */
export function sayProblem(language: keyof typeof TEXTS, problem: Problem): string {
  const { reason, field, value, columns = field === undefined ? [] : [field] } = problem;
  const { line, firstLine, words } = problem;
  const lineWord = LINE[language];
  const { reason: reasons, column, value: valueWords } = TEXTS[language];
  const labels: Readonly<Record<string, string>> = column;
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = valueWords;
  return [
    line === undefined ? '' : `${lineWord} ${line}: `,
    columns.length === 0
      ? ''
      : `${columns.map((name) => labels[name] ?? name).join(', ')}${value === undefined ? '' : ` «${value}»`}: `,
    reasons[reason],
    firstLine === undefined ? '' : ` (${lineWord} ${firstLine})`,
    words === undefined ? '' : ` (${words.map((one) => values[field ?? '']?.[one] ?? one).join(' / ')})`,
  ].join('');
}

/** The interval in ms of looking at the progress of a server that works on the same file. */
const LOOK_EVERY_MS = 100;

interface Options {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly source: LineSource;
  /** Only reports what the import would do, and keeps nothing. */
  readonly isDryRun: boolean;
  /** Imports nothing where the check refuses a line. */
  readonly onlyIfNoneRefused: boolean;
  /** Receives a line for each line of the file that is refused or should be looked at, the latter before it is imported. */
  readonly say: (line: string) => void;
  /** Ends the import after the present batch. */
  readonly signal: AbortSignal;
}

/** Waits until no process works on the run any more. */
async function untilSettled(services: DbAndClocks, importId: number, signal: AbortSignal): Promise<ImportRun> {
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

/** Says each line with its problems and the texts of its cells. */
async function report(
  batches: AsyncIterable<readonly Parameters<typeof withValues<Problem>>[0][]>,
  columns: readonly string[],
  say: Options['say'],
  before = '',
): Promise<void> {
  for await (const batch of batches) {
    for (const { line, problems } of batch.map((told) => withValues(told, columns))) {
      const words = problems.map((problem) => sayProblem('en', problem));
      say(`${before}line ${line}: ${words.join('; ')}`);
    }
  }
}

/** The number of lines by outcome. */
type Counts = Pick<ImportRun, 'created' | 'changed' | 'unchanged' | 'refused'>;

/**
 * Imports a file from the command line. A dry run and a refused file leave nothing in the database.
 * @throws Error with the reason why the file could not be read or imported
 */
export async function importFile(services: DbAndClocks, options: Options): Promise<Counts> {
  const { kind, fileName, source, isDryRun, onlyIfNoneRefused, say, signal } = options;
  const { importId } = await receiveFile(services, { kind, fileName, userId: null }, source);
  let isKept = !isDryRun;
  try {
    let run = await untilSettled(services, importId, signal);
    for (const fact of tell(source.facts)) say(fact);
    const columns = await readReportColumns(services.db, importId);
    await report(readWarnedLines(services, importId, signal), columns, say, 'look at ');
    const isRefused = onlyIfNoneRefused && run.refused > 0;
    isKept &&= !isRefused;
    if (isKept) {
      await startImport(services, { userId: null }, importId, onlyIfNoneRefused);
      run = await untilSettled(services, importId, signal);
    }
    await report(readRefusedLines(services, importId, signal), columns, say);
    if (isDryRun || !isRefused) return run;
    say('a line has been refused: nothing has been imported');
    return { ...run, created: 0, changed: 0, unchanged: 0 };
  } finally {
    if (!isKept) await discardImport(services, importId);
  }
}
