/** A request. In path and body `{{cartId}}` stands for the last answered cart id, and so on. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
}

/** A statement as the server sends it. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Values to take from the results of earlier statements of the sequence. */
  readonly taken: readonly { readonly value: number; readonly statement: number; readonly column: string }[];
}

interface Load {
  readonly url: string;
  readonly connections: number;
  /** How long to start new sequences, and how many at most. */
  readonly seconds: number;
  readonly most?: number;
}

/** The work of a load process: on each connection one sequence after the other. */
export type Work =
  | (Load & { readonly kind: 'http'; readonly sequences: readonly (readonly Request[])[] })
  | (Load & { readonly kind: 'sql'; readonly sequences: readonly (readonly Statement[])[] });

/** The result of the work. */
export interface Done {
  readonly seconds: number;
  /** The duration of each sequence, in ms. */
  readonly ms: readonly number[];
  /** Responses other than success, with their numbers. */
  readonly failures: ReadonlyMap<string, number>;
}
