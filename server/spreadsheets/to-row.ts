import { FileProblem } from '#server/domain/imports/file-problem.ts';
import type { SheetRow } from '#server/domain/imports/sheet.ts';

/** The last row of any spreadsheet, and of a CSV file too. */
const MAX_LINES = 1_048_576;
export const MAX_COLUMNS = 200;
/** The maximum length of a row; a longer row of a CSV file means an unclosed quotation mark. */
export const MAX_ROW_LENGTH = 64 * 1024;

/** A formula in a CSV file, other than the guard of a text, `="0123"`. */
const GUARDED = /^="([^"]*)"$/;
/**
 * After a sign, a text computes if it has a reference and something to compute with it, a power or a product. A reference
 * alone is a name, such as that of a vitamin.
 */
const COMPUTES =
  /^=|^[+\-@](?:[\s(]*\$?[A-Z]{1,3}\$?\d{1,7}[\s)]*(?:[-+*/^&:<>=!]\s*)+(?:\(\s*)*(?:\$?[A-Z]{1,3}\$?\d|\d|")|[\s(]*[\d.,]+\s*[*^])/i;
/**
 * It computes too if it has a function, which spreadsheets write in capitals. The bracket comes first, so that a long text
 * takes no long time.
 */
const FUNCTION = /\((?<=(?<![A-Za-z\d])[A-Z]{2}[A-Z.\d]*\()/;
/** An error that a spreadsheet shows instead of a value, or a value in a column that was too narrow. */
const ERROR = /^#(?:#+|N\/[AD]|DIV\/0!|[A-Z_]{3,12}[!?])$/i;
/** A mark that keeps a spreadsheet from computing a text or from taking it for a number. Our own files have it too. */
const MARK = /^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]|\d[\d\s.,/:-]*$)/;

/** Whether the text is a formula, with a function or a call of another program, or its error. */
function isComputed(text: string): boolean {
  if (COMPUTES.test(text) || ERROR.test(text)) return true;
  if (!/^[+\-@]/.test(text)) return false;
  const bar = text.indexOf('|');
  return FUNCTION.test(text) || (bar >= 0 && text.includes('!', bar));
}

/**
 * The row with this line number, without guards around its cells; undefined when it is blank.
 * @param computed the indexes of the cells with formulas, where the file names them; else the texts tell
 * @throws FileProblem TOO_MANY_ROWS, TOO_MANY_COLUMNS, or UNREADABLE when the row is too long
 */
export function toRow(line: number, raw: readonly string[], computed?: readonly number[]): SheetRow | undefined {
  const formulas = [...(computed ?? [])];
  let length = 0;
  const cells = raw.map((cell, index) => {
    const text = cell.trim();
    if (text === '') return text;
    length += text.length;
    if (line > MAX_LINES) throw new FileProblem('TOO_MANY_ROWS', { line });
    if (index >= MAX_COLUMNS) throw new FileProblem('TOO_MANY_COLUMNS', { line });
    if (length > MAX_ROW_LENGTH) throw new FileProblem('UNREADABLE', { line });
    const guarded = GUARDED.exec(text)?.[1];
    if (guarded !== undefined) return guarded.trim();
    if (computed ? ERROR.test(text) : isComputed(text)) formulas.push(index);
    return text.replace(MARK, '');
  });
  if (formulas.length === 0 && cells.every((cell) => cell === '')) return undefined;
  return { line, cells: cells.slice(0, MAX_COLUMNS), formulas };
}
