const MAX_ROW_ID = 2 ** 31 - 1;
const NO_ROW = 0;

/** The id of a request as a row's key. An id too large for the database becomes 0, which no row has. */
export function toRowId(id: number): number {
  return id <= MAX_ROW_ID ? id : NO_ROW;
}
