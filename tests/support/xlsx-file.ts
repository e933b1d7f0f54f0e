import { strToU8, zipSync } from 'fflate';

/** A cell: text or number, a formula (with `=`), or a date as spreadsheets store it. */
type Cell = string | number | { readonly day: number };

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function cellXml(cell: Cell, column: number, row: number): string {
  const place = `r="${String.fromCharCode(65 + column)}${row}"`;
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c ${place} s="1"><v>${cell.day}</v></c>`;
  if (cell.startsWith('=')) return `<c ${place} t="str"><f>${escaped(cell.slice(1))}</f><v>computed</v></c>`;
  return cell === '' ? '' : `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}

/** A spreadsheet file with these rows on its first sheet. */
export function makeXlsx(rows: readonly (readonly Cell[])[], sheet = rowsXml(rows)): Uint8Array<ArrayBuffer> {
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${NAMESPACE}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/first.xml': `<worksheet xmlns="${NAMESPACE}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const packed = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(packed)));
}

function rowsXml(rows: readonly (readonly Cell[])[]): string {
  return rows
    .map((cells, index) => {
      const row = index + 1;
      return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, column, row)).join('')}</row>`;
    })
    .join('');
}
