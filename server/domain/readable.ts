/** What could be read of some rows, and the ids of those whose stored values make no sense. */
export interface Readable<T> {
  readonly rows: readonly T[];
  readonly unreadable: readonly number[];
}

/** Reads rows one by one, so that one that cannot be read does not take the others with it. */
export function readable<Row, T>(rows: readonly Row[], idOf: (row: Row) => number, read: (row: Row) => T): Readable<T> {
  const unreadable: number[] = [];
  const found: T[] = [];
  for (const row of rows) {
    try {
      found.push(read(row));
    } catch {
      unreadable.push(idOf(row));
    }
  }
  return { rows: found, unreadable };
}
