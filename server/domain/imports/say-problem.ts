import type { FileReason, LineReason } from '#contract/entities/admin/import.ts';
import en from '../../../public/locales/en/admin-imports.json' with { type: 'json' };
import it from '../../../public/locales/it/admin-imports.json' with { type: 'json' };

/** A problem of a line or a file, and its place. */
interface Problem {
  readonly reason: LineReason | FileReason;
  readonly field?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly line?: number | undefined;
  readonly firstLine?: number | undefined;
  readonly words?: readonly string[] | undefined;
}

/** The portal's texts. */
const TEXTS = { it, en } as const;
const LINE = { it: 'riga', en: 'line' } as const;

/** The text of a problem, for a file or the command line. */
export function sayProblem(language: keyof typeof TEXTS, problem: Problem): string {
  const { reason, field, columns = field === undefined ? [] : [field], format = '', line, firstLine, words } = problem;
  const lineWord = LINE[language];
  const { reason: reasons, column, value } = TEXTS[language];
  const labels: Readonly<Record<string, string>> = column;
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = value;
  return [
    line === undefined ? '' : `${lineWord} ${line}: `,
    columns.length === 0 ? '' : `${columns.map((name) => labels[name] ?? name).join(', ')}: `,
    reasons[reason].replace('{format}', format),
    firstLine === undefined ? '' : ` (${lineWord} ${firstLine})`,
    words === undefined ? '' : ` (${words.map((one) => values[field ?? '']?.[one] ?? one).join(' / ')})`,
  ].join('');
}
