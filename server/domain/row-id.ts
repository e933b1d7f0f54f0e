const LARGEST_ROW_ID = 2 ** 31 - 1;
const NO_ROW = 0;

/** An identifier of a request as a row's key; one too large for any row becomes 0, which no row has. */
export function toRowId(id: number): number {
  return id <= LARGEST_ROW_ID ? id : NO_ROW;
}
