import it from '../../public/locales/it/admin-imports.json' with { type: 'json' };
import { type CellValue, compact } from './cells.ts';
import { columnsOf, countNames } from './column-names.ts';
import { FileProblem, type LineBatch, type Reading, resume, type SheetRow, type StoredHeader } from './sheet.ts';
import type { Column, ImportDefinition, LineProblem, LineValues } from './import-kind.ts';

/** The columns of a file by their meaning; undefined for a column that is not read. */
export interface Header {
  readonly line: number;
  /** The names; empty for a column without name and content, in brackets the letter of one with content alone. */
  readonly names: readonly string[];
  readonly columns: readonly (Column | undefined)[];
  /** The place of the reasons in a file of refused lines. */
  readonly reasons: number | undefined;
  /** The columns that are told as not read. */
  readonly ignored: readonly string[];
}

/** The result of reading a line. */
export interface ReadLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** Null when the line has a problem. */
  readonly row: LineValues | null;
  readonly problems: readonly LineProblem[] | null;
  readonly warnings: readonly LineProblem[] | null;
  /** Whether the line was refused before because it repeats another one. */
  readonly repeats: boolean;
}

/** The meaning that the user gives to an unknown column: its position (from 1) and the column name to use. */
export interface MappedColumn {
  readonly place: number;
  readonly name: string;
}

/** The titles of what a file of refused lines adds to each line. */
export const REPORT_COLUMNS = ['Riga', 'Motivo'] as const;
const REPEATED = [it.reason.REPEATED, it.reason.REPEATED_BEFORE];

/** Titles may stand above the names of the columns, which are looked for in so many rows. */
const FIRST_ROWS = 20;

/** Which of the first rows names the columns: the one with the most names that are known. */
export function placeOfHeader(rows: readonly SheetRow[], kind: ImportDefinition): number {
  const counts = rows.map(({ cells }) => countNames(kind, cells));
  const most = Math.max(0, ...counts);
  if (most > 1) return counts.indexOf(most);
  const several = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  return Math.max(several, 0);
}

/** The letter or letters by which spreadsheets call a column. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/**
 * Reads the columns of a file from the row with their names, and from the meanings that the user gives.
 * @param first the first rows below it
 */
export function readHeader(
  { line, cells }: SheetRow,
  first: readonly SheetRow[],
  kind: ImportDefinition,
  meant: readonly MappedColumn[],
): Header {
  const given = cells.map((cell, index) => meant.find(({ place }) => place === index + 1)?.name ?? cell);
  const columns = columnsOf(kind, given);
  const names = cells.map((cell, index) => {
    if (cell !== '') return storable(cell);
    return first.some((row) => (row.cells[index] ?? '') !== '') ? `(${letterOf(index)})` : '';
  });
  const [, reasons] = REPORT_COLUMNS.map((title) => names.findIndex((name) => compact(name) === compact(title)));
  const isReport =
    reasons !== undefined && reasons > 0 && compact(names[reasons - 1] ?? '') === compact(REPORT_COLUMNS[0]);
  const isOurs = (index: number) => isReport && (index === reasons || index === reasons - 1);
  const ignored = names.filter((name, index) => name !== '' && columns[index] === undefined && !isOurs(index));
  return { line, names, columns, reasons: isReport ? reasons : undefined, ignored };
}

/** @throws FileProblem when required columns are missing, or a column occurs twice */
function requireColumns({ line, columns }: Header, kind: ImportDefinition): void {
  const missing = kind.columns.filter((column) => column.required && !columns.includes(column));
  if (missing.length > 0) throw new FileProblem('COLUMN_MISSING', { line, columns: missing.map(({ name }) => name) });
  const repeated = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (repeated !== undefined) throw new FileProblem('COLUMN_REPEATED', { line, columns: [repeated.name] });
}

/** The text without NUL and without unpaired surrogates, which PostgreSQL cannot store. */
function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

/** A longer cell is no value of any column. */
const MAX_CELL_LENGTH = 10_000;
/** What a spreadsheet or program makes of a long code without asking. `1E5` alone may be a code. */
const EXPONENT = /^\d(?:[.,]\d+E\+?|E\+)\d+$/i;
/** How programs write that a field has no value. Capitals count: there are people whose name is Null. */
const NO_VALUE = /^(?:NULL|null|[(<[](?:NULL|null)[)>\]]|\\N|NaN|NaT|<NA>)$/;
/** Letters that a program could not read, or UTF-8 that was taken for Windows-1252. */
const GARBLED = /\uFFFD|[ÃÂ][\u0080-\u00BF]|\p{Ll}Ã(?=\s|$)|Ã[\u0152\u0160\u0178\u2018-\u203A\u20AC]/u;

interface ReadCell {
  readonly value: CellValue | null;
  readonly problem?: LineProblem;
}

function readCell(
  { name: field, read, required }: Column,
  cell: string,
  isFormula: boolean,
  reading: Reading,
): ReadCell {
  const refuse = (problem: Omit<LineProblem, 'field'>): ReadCell => ({ value: null, problem: { field, ...problem } });
  if (isFormula) return refuse({ reason: 'FORMULA' });
  if (cell === '' || NO_VALUE.test(cell)) return required ? refuse({ reason: 'MISSING' }) : { value: null };
  if (cell.length > MAX_CELL_LENGTH) return refuse({ reason: 'TEXT' });
  if (GARBLED.test(cell)) return refuse({ reason: 'GARBLED' });
  if (EXPONENT.test(cell)) return refuse({ reason: 'DIGITS_LOST' });
  const result = read(cell, reading);
  return 'reason' in result ? refuse(result) : result;
}

/** Reads a line by the contract's rules. */
export function readLine(
  { line, cells, formulas }: SheetRow,
  { names, columns, reasons }: Header,
  kind: ImportDefinition,
  reading: Reading,
): ReadLine {
  const values: Record<string, CellValue | null> = {};
  const problems: LineProblem[] = [];
  columns.forEach((column, index) => {
    if (column === undefined) return;
    const { value, problem } = readCell(column, cells[index] ?? '', formulas.includes(index), reading);
    values[column.name] = value;
    if (problem !== undefined) problems.push(problem);
  });
  if (cells.some((cell, index) => cell !== '' && (names[index] ?? '') === '')) problems.push({ reason: 'CELLS' });
  if (problems.length === 0) problems.push(...(kind.problems?.(values, reading) ?? []));
  const kept = cells.slice(0, names.length).map(storable);
  const before = reasons === undefined ? '' : (cells[reasons] ?? '');
  const told = { line, cells: kept, repeats: REPEATED.some((text) => before.includes(text)) };
  if (problems.length > 0) return { ...told, row: null, problems, warnings: null };
  const warnings = kind.warnings?.(values) ?? [];
  return {
    ...told,
    row: kind.prepare?.(values) ?? values,
    problems: null,
    warnings: warnings.length > 0 ? warnings : null,
  };
}

/** The maximum numbers of lines and of characters that are stored at once. */
const [BATCH_LINES, BATCH_LENGTH] = [1000, 512 * 1024];

/** What is told of the meaning of a file. */
interface Meaning {
  readonly kind: ImportDefinition;
  readonly meant: readonly MappedColumn[];
  readonly reading: Reading;
}

function toStored({ line, names, columns, ignored }: Header, kind: ImportDefinition): StoredHeader {
  return {
    columns: [...names],
    report_columns: names.map((name, index) => columns[index]?.name ?? name),
    ignored_columns: [...ignored],
    head_line: line,
    free_columns: kind.columns.filter((column) => !columns.includes(column)).map(({ name }) => name),
  };
}

/**
 * Reads the rows of a file by the contract's rules: first its header, then its lines in batches.
 * @throws FileProblem
 */
export async function* readLines(
  sheetRows: AsyncIterable<SheetRow>,
  { kind, meant, reading }: Meaning,
): AsyncGenerator<StoredHeader | LineBatch, void> {
  const rows = sheetRows[Symbol.asyncIterator]();
  const first: SheetRow[] = [];
  while (first.length < FIRST_ROWS) {
    const next = await rows.next();
    if (next.done === true) break;
    first.push(next.value);
  }
  const place = placeOfHeader(first, kind);
  const [headRow, ...firstRows] = first.slice(place);
  if (headRow === undefined) throw new FileProblem('EMPTY');
  const header = readHeader(headRow, firstRows, kind, meant);
  yield toStored(header, kind);
  requireColumns(header, kind);
  let [lines, length, refused, isEmpty] = [[] as string[], 0, 0, true];
  const batch = () => ({ json: `[${lines.join(',')}]`, count: lines.length, refused });
  for await (const row of resume(firstRows, rows)) {
    const line = readLine(row, header, kind, reading);
    const json = JSON.stringify(line);
    lines.push(json);
    length += json.length;
    if (line.problems !== null) refused += 1;
    isEmpty = false;
    if (lines.length < BATCH_LINES && length < BATCH_LENGTH) continue;
    yield batch();
    [lines, length, refused] = [[], 0, 0];
  }
  if (isEmpty) throw new FileProblem('EMPTY');
  if (lines.length > 0) yield batch();
}
