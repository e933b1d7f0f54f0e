import type { ColumnType } from 'kysely';
import type { FileReason, LineReason } from '#contract/admin/imports.ts';

/** What the JSON columns hold. They are written as text. */

/** The session at the identity provider, which the single logout ends. */
export interface ProviderSession {
  readonly nameID: string;
  readonly nameIDFormat: string;
  readonly nameQualifier?: string | undefined;
  readonly spNameQualifier?: string | undefined;
  readonly sessionIndex?: string | undefined;
}

/** What is wrong with a line of an import, or worth a look. */
export interface LineProblem {
  readonly field?: string;
  readonly reason: LineReason;
  /** Where the repeated line stands. */
  readonly firstLine?: number;
  /** The allowed values, or what the cell may mean. */
  readonly words?: string[];
}

/** Why a whole file was refused. */
export interface FileFailure {
  readonly reason: FileReason;
  readonly line?: number;
  readonly columns?: string[];
  readonly format?: string;
}

/** How a file was read. */
export type ReadAs = ColumnType<
  { encoding?: string; sheet?: string; otherSheets?: string[]; hiddenRows?: number; withHidden?: boolean },
  string | undefined,
  string
>;
