/** A request; in path and body `{{cartId}}` stands for the cart id that the last answer with one had, and so on. */
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
  /** Values to take from what an earlier statement of the same sequence returned. */
  readonly taken: readonly { readonly value: number; readonly statement: number; readonly column: string }[];
}

interface Load {
  readonly url: string;
  readonly connections: number;
  /** For how long to begin new sequences, and how many at most. */
  readonly seconds: number;
  readonly most?: number;
}

/** What a load process does: on each connection one sequence after the other, each in turn. */
export type Work =
  | (Load & { readonly kind: 'http'; readonly sequences: readonly (readonly Request[])[] })
  | (Load & { readonly kind: 'sql'; readonly sequences: readonly (readonly Statement[])[] });

/** What came of it. */
export interface Done {
  readonly seconds: number;
  /** Of each sequence, in ms. */
  readonly ms: readonly number[];
  /** What was answered other than success, with how often. */
  readonly failures: ReadonlyMap<string, number>;
}
