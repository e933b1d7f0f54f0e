import { FileProblem, type SheetFacts, type SheetRow } from '../sheet.ts';
import {
  type Attributes,
  guardedText,
  type Handlers,
  nameSheets,
  numberText,
  type PackedFile,
  RowCollector,
} from './packed-file.ts';

/** Text that stands in a cell's paragraphs as an element. */
const BLANKS: Readonly<Record<string, string>> = { s: ' ', tab: ' ', 'line-break': '\n' };

function repetitions(attributes: Attributes, name: string): number {
  return Number(attributes[name] ?? 1);
}

function toText(attributes: Attributes, paragraphs: string): string {
  const type = attributes['value-type'];
  if (type === 'date') return attributes['date-value']?.slice(0, 10) ?? '';
  if (type === 'boolean') return attributes['boolean-value']?.toUpperCase() ?? '';
  if (type === 'float' || type === 'currency' || type === 'percentage') return numberText(attributes.value ?? '');
  return attributes['string-value'] ?? paragraphs;
}

/** Reads the cells of the first visible table. */
function tableHandlers(facts: SheetFacts, rows: RowCollector): Handlers {
  const hiddenStyles = new Set<string>();
  const others: string[] = [];
  let [style, isSpreadsheet, isRead, isText, notes] = ['', false, false, false, 0];
  let read: string | undefined;
  let row: Attributes = {};
  let cell: { readonly attributes: Attributes; text: string } | undefined;
  const openTable = ({ name = '', ...attributes }: Attributes) => {
    // A table within a cell would end the one that is read.
    if (isRead) throw rows.unreadable();
    isRead = read === undefined && !hiddenStyles.has(attributes['style-name'] ?? '');
    if (isRead) read = name;
    else others.push(name);
    if (read !== undefined) nameSheets(facts, read, others);
  };
  return {
    open: (name, attributes) => {
      if (name === 'style') style = attributes.name ?? '';
      if (name === 'table-properties' && attributes.display === 'false') hiddenStyles.add(style);
      // Texts have tables too.
      if (name === 'spreadsheet') isSpreadsheet = true;
      if (name === 'table' && isSpreadsheet) openTable(attributes);
      if (!isRead) return;
      if (name === 'table-row') {
        row = attributes;
        rows.beginRow(rows.lastLine + 1);
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        if (cell) throw rows.unreadable();
        cell = { attributes, text: '' };
      } else if (name === 'annotation') notes += 1;
      else if (cell && notes === 0) {
        if (name === 'p') {
          if (cell.text !== '') cell.text = RowCollector.lengthen(cell.text, '\n');
          isText = true;
        }
        cell.text = RowCollector.lengthen(cell.text, BLANKS[name] ?? '');
      }
    },
    text: (piece) => {
      if (isText && cell && notes === 0) cell.text = RowCollector.lengthen(cell.text, piece);
    },
    close: (name) => {
      if (!isRead) return;
      if (name === 'table') isRead = false;
      if (name === 'p') isText = false;
      if (name === 'annotation') notes -= 1;
      if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        const { attributes, text } = cell;
        const repeated = repetitions(attributes, 'number-columns-repeated');
        const { formula } = attributes;
        const guarded = guardedText(formula);
        const isComputed = formula !== undefined && guarded === undefined;
        rows.addCell(rows.column, guarded ?? toText(attributes, text), isComputed, repeated);
        cell = undefined;
      }
      if (name === 'table-row') {
        const isHidden = row.visibility !== undefined && row.visibility !== 'visible';
        rows.endRow(isHidden, repetitions(row, 'number-rows-repeated'));
      }
    },
  };
}

/**
 * Reads the rows of the first visible sheet of an OpenDocument spreadsheet.
 * @param facts receives the names of the sheets and the number of hidden rows
 * @throws FileProblem
 */
export async function* readOds(file: PackedFile, facts: SheetFacts): AsyncGenerator<SheetRow, void, undefined> {
  await file.read('META-INF/manifest.xml', {
    open: (name) => {
      if (name === 'encryption-data') throw new FileProblem('PASSWORD');
    },
  });
  const rows = new RowCollector(facts);
  yield* file.parse('content.xml', tableHandlers(facts, rows), () => rows.take());
}
