import type { FileReason, LineReason } from '#contract/entities/admin/import.ts';
import en from '../../../public/locales/en/admin-imports.json' with { type: 'json' };
import it from '../../../public/locales/it/admin-imports.json' with { type: 'json' };

/** A problem of a line or a file, and its place. */
interface Problem {
  readonly reason: LineReason | FileReason;
  readonly field?: string | undefined;
  readonly column?: string | undefined;
  readonly line?: number | undefined;
  readonly firstLine?: number | undefined;
  readonly words?: readonly string[] | undefined;
}

/** The portal's texts. */
const REASONS = { it: it.reason, en: en.reason } as const;
const LINE = { it: 'riga', en: 'line' } as const;

/** The text of a problem, for a file or the command line. */
export function sayProblem(language: keyof typeof REASONS, problem: Problem): string {
  const { reason, field, column = field, line, firstLine, words } = problem;
  const lineWord = LINE[language];
  return [
    line === undefined ? '' : `${lineWord} ${line}: `,
    column === undefined ? '' : `${column}: `,
    REASONS[language][reason],
    firstLine === undefined ? '' : ` (${lineWord} ${firstLine})`,
    words === undefined ? '' : ` (${words.join(', ')})`,
  ].join('');
}
