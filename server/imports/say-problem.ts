import type { FileReason, LineReason } from '#contract/entities/admin/import.ts';
import texts from './reason-texts.json' with { type: 'json' };

/** What is wrong with a line or a file, and where. */
interface Problem {
  readonly reason: LineReason | FileReason;
  readonly field?: string | undefined;
  readonly column?: string | undefined;
  readonly line?: number | undefined;
  readonly firstLine?: number | undefined;
}

const LINE = { it: 'riga', en: 'line' } as const;

/** A problem in words, for a file or the command line. */
export function sayProblem(language: keyof typeof texts, problem: Problem): string {
  const { reason, field, column = field, line, firstLine } = problem;
  const words = LINE[language];
  return [
    line === undefined ? '' : `${words} ${line}: `,
    column === undefined ? '' : `${column}: `,
    texts[language][reason],
    firstLine === undefined ? '' : ` (${words} ${firstLine})`,
  ].join('');
}
