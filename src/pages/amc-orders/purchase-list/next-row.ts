/** Rows that Page Up and Page Down go. */
const PAGE_ROWS = 10;

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', PAGE_ROWS],
  ['PageUp', -PAGE_ROWS],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/** The row that a key leads to from another, in a list of so many rows; null for a key that leads nowhere. */
export function nextRow(key: string, row: number, count: number): number | null {
  const step = STEPS.get(key);
  return step === undefined ? null : Math.min(Math.max(0, row + step), count - 1);
}
