import { strToU8, zipSync } from 'fflate';

/** A cell: text or number, a formula (with `=`), or a date as spreadsheets store it. */
type Cell = string | number | { readonly day: number };
type Row = readonly Cell[];

/** A sheet of a spreadsheet; `hidden` are the indexes of hidden rows. */
interface MadeSheet {
  readonly name: string;
  readonly state?: 'visible' | 'hidden' | 'veryHidden';
  readonly rows: readonly Row[];
  readonly hidden?: readonly number[];
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A zip file of these texts by name. */
export function packed(parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(entries)));
}

function cellXml(cell: Cell, column: number, row: number): string {
  const place = `r="${String.fromCharCode(65 + column)}${row}"`;
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c ${place} s="1"><v>${cell.day}</v></c>`;
  if (cell.startsWith('=')) return `<c ${place} t="str"><f>${escaped(cell.slice(1))}</f><v>computed</v></c>`;
  return cell === '' ? '' : `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}

function rowsXml({ rows, hidden = [] }: Pick<MadeSheet, 'rows' | 'hidden'>): string {
  return rows
    .map((cells, index) => {
      const row = index + 1;
      const isHidden = hidden.includes(index) ? ' hidden="1"' : '';
      return `<row r="${row}"${isHidden}>${cells.map((cell, column) => cellXml(cell, column, row)).join('')}</row>`;
    })
    .join('');
}

/** A spreadsheet file of Excel with these sheets. `xml` replaces the rows of a sheet of the same index. */
export function makeWorkbook(sheets: readonly MadeSheet[], xml: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const listed = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 7}"/>`,
  );
  const relations = sheets.map(
    (_sheet, index) => `<Relationship Id="rId${index + 7}" Target="worksheets/s${index}.xml"/>`,
  );
  const parts = sheets.map((sheet, index) => [
    `xl/worksheets/s${index}.xml`,
    `<worksheet xmlns="${NAMESPACE}"><sheetData>${xml[index] ?? rowsXml(sheet)}</sheetData></worksheet>`,
  ]);
  return packed({
    'xl/workbook.xml': `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${NAMESPACE}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...(Object.fromEntries(parts) as Record<string, string>),
  });
}

/** A spreadsheet file of Excel with one sheet. */
export function makeXlsx(rows: readonly Row[], xml?: string): Uint8Array<ArrayBuffer> {
  return makeWorkbook([{ name: 'A', rows }], xml === undefined ? [] : [xml]);
}
