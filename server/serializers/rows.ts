import { type ValidRows, validRows } from '#server/domain/valid-rows.ts';

/** The rows of a list on the wire, without those that cannot be read or serialized. */
export function serializeRows<T, Row>(
  found: ValidRows<T>,
  idOf: (row: T) => number,
  serialize: (row: T) => Row,
  leaveOut: (ids: readonly number[]) => void,
): Row[] {
  const { rows, unreadable } = validRows(found.rows, idOf, serialize);
  leaveOut([...found.unreadable, ...unreadable]);
  return [...rows];
}
