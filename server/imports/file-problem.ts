import type { FileReason } from '#contract/entities/admin/import.ts';

/** Where a file has its problem, and what it concerns. */
export interface Place {
  readonly line?: number;
  /** The columns that are missing or repeated. */
  readonly columns?: readonly string[];
  /** The format that the file has instead of one that is read. */
  readonly format?: string;
}

/** The reason why a file cannot be read, and its place. */
export class FileProblem extends Error {
  readonly reason: FileReason;
  readonly place: Place;

  constructor(reason: FileReason, place: Place = {}) {
    super(reason);
    this.name = 'FileProblem';
    this.reason = reason;
    this.place = place;
  }
}
