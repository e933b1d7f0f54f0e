/** A formula in a CSV file, other than the guard of a text, `="0123"`. */
const GUARDED = /^="([^"]*)"$/;
/** After a sign, a text computes if it has a reference, a function or a call of another program. */
const COMPUTES =
  /^=|^[+\-@](?:[\s(]*\$?[A-Z]{1,3}\$?\d{1,7}(?=$|[\s)]*[-+*/^&:<>=!,;])|.*\b[A-Z][A-Z.\d]*\(|.*\|.*!|[\s(]*[\d.,]+\s*[*^])/i;
/** An error that a spreadsheet shows instead of a value, or a value in a column that was too narrow. */
const ERROR = /^#(?:#+|N\/[AD]|DIV\/0!|[A-Z_]{3,12}[!?])$/i;
/** A mark that keeps a spreadsheet from computing a text or from taking it for a number. Our own files have it too. */
const MARK = /^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]|\d[\d\s.,/:-]*$)/;

/** The texts of the cells of a row without guards, and the indexes of those that are formulas. */
export function cleanCells(raw: readonly string[]): { readonly cells: string[]; readonly formulas: number[] } {
  const formulas: number[] = [];
  const cells = raw.map((cell, index) => {
    const text = cell.trim();
    const guarded = GUARDED.exec(text)?.[1];
    if (guarded !== undefined) return guarded.trim();
    if (COMPUTES.test(text) || ERROR.test(text)) formulas.push(index);
    return text.replace(MARK, '');
  });
  return { cells, formulas };
}
