import type { FileReason } from '#contract/entities/admin/import.ts';

/** Why a file cannot be read, and where. */
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
