import { type Readable, readable } from '#server/domain/readable.ts';

/** The rows of a list as they go on the wire; those that cannot be read, or not be written so, are left out. */
export function serializeRows<T, Row>(
  found: Readable<T>,
  idOf: (row: T) => number,
  toWire: (row: T) => Row,
  leaveOut: (ids: readonly number[]) => void,
): Row[] {
  const { rows, unreadable } = readable(found.rows, idOf, toWire);
  leaveOut([...found.unreadable, ...unreadable]);
  return [...rows];
}
