/** The rows that could be read, and the ids of the rows with invalid stored values. */
export interface ValidRows<T> {
  readonly rows: readonly T[];
  readonly unreadable: readonly number[];
}

/** Reads rows one by one, so that an invalid row does not hide the others. */
export function validRows<Row, T>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  read: (row: Row) => T,
): ValidRows<T> {
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
