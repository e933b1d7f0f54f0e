/** Rows that Page Up and Page Down move. */
const PAGE_ROWS = 10;

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', PAGE_ROWS],
  ['PageUp', -PAGE_ROWS],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/** The target row of a key in a list of `count` rows; null for any other key. */
export function nextRow(key: string, row: number, count: number): number | null {
  const step = STEPS.get(key);
  return step === undefined ? null : Math.min(Math.max(0, row + step), count - 1);
}
