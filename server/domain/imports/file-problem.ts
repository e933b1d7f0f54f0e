import type { FileReason } from '#contract/entities/admin/import.ts';

/** The reason why a file cannot be read, and its place. */
export class FileProblem extends Error {
  readonly reason: FileReason;
  readonly line: number | undefined;
  readonly column: string | undefined;

  constructor(reason: FileReason, { line, column }: { line?: number; column?: string } = {}) {
    super(reason);
    this.name = 'FileProblem';
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}
