import type { CellValue } from './cells.ts';
import { FileProblem } from './file-problem.ts';
import type { Column, ImportDefinition, LineProblem, LineValues } from './import-kind.ts';
import type { SheetRow } from './sheet-row.ts';

/** The columns of a file by their meaning; null for a column that is not read. */
export interface Header {
  readonly names: readonly string[];
  readonly columns: readonly (Column | undefined)[];
}

/** The result of reading a line. */
export interface ReadLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** Null when the line has a problem. */
  readonly row: LineValues | null;
  readonly problems: readonly LineProblem[] | null;
}

/** The letters and digits of a name in lower case, for comparison. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The meaning that the user gives to an unknown column: its position (from 1) and the column name to use. */
export interface MappedColumn {
  readonly place: number;
  readonly name: string;
}

/** Reads the columns of a file from the names in its first row, and from the meanings that the user gives. */
export function readHeader({ cells }: SheetRow, kind: ImportDefinition, meant: readonly MappedColumn[]): Header {
  const columns = cells.map((cell, index) => {
    const given = meant.find(({ place }) => place === index + 1)?.name ?? cell;
    return kind.columns.find(({ name }) => plainName(name) === plainName(given));
  });
  return { names: cells.map(storable), columns };
}

/** @throws FileProblem when a required column is missing, or a column occurs twice */
export function requireColumns({ columns }: Header, kind: ImportDefinition, line: number): void {
  const missing = kind.columns.find((column) => column.required && !columns.includes(column));
  if (missing !== undefined) throw new FileProblem('COLUMN_MISSING', { line, column: missing.name });
  const repeated = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (repeated !== undefined) throw new FileProblem('COLUMN_REPEATED', { line, column: repeated.name });
}

/** The text without NUL and without unpaired surrogates, which PostgreSQL cannot store. */
function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

interface ReadCell {
  readonly value: CellValue | null;
  readonly problem?: LineProblem;
}

function readCell({ name: field, read, required }: Column, cell: string, isFormula: boolean, today: string): ReadCell {
  if (isFormula) return { value: null, problem: { field, reason: 'FORMULA' } };
  if (cell === '') return required ? { value: null, problem: { field, reason: 'MISSING' } } : { value: null };
  if (cell !== storable(cell)) return { value: null, problem: { field, reason: 'TEXT' } };
  const result = read(cell, today);
  return 'reason' in result ? { value: null, problem: { field, ...result } } : result;
}

/** Reads a line by the contract's rules. */
export function readLine(
  { line, cells, formulas }: SheetRow,
  { names, columns }: Header,
  kind: ImportDefinition,
  today: string,
): ReadLine {
  const values: Record<string, CellValue | null> = {};
  const problems: LineProblem[] = [];
  columns.forEach((column, index) => {
    if (column === undefined) return;
    const { value, problem } = readCell(column, cells[index] ?? '', formulas.includes(index), today);
    values[column.name] = value;
    if (problem !== undefined) problems.push(problem);
  });
  if (cells.slice(names.length).some((cell) => cell !== '')) problems.push({ reason: 'CELLS' });
  if (problems.length === 0) problems.push(...(kind.problems?.(values) ?? []));
  const kept = cells.slice(0, names.length).map(storable);
  if (problems.length > 0) return { line, cells: kept, row: null, problems };
  return { line, cells: kept, row: kind.prepare?.(values) ?? values, problems: null };
}
