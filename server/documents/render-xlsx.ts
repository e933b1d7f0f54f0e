import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { formatInstant } from '#contract/rules/dates.ts';
import { type Cell, type Row, rowsOf, type Sheet } from './sheet.ts';
import { escapeXml } from './xml.ts';

/** A spreadsheet program opens no more rows than these in a sheet. */
const MAX_ROWS = 1_048_576;
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet. */
const EPOCH = Date.UTC(1899, 11, 30);
/** In characters. */
const MIN_WIDTH = 12;

/** The places of the formats in `cellXfs`. */
const STYLE = { plain: 0, text: 1, title: 2, amount: 3, day: 4, month: 5, instant: 6 } as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0.00####"/>\
<numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="mm/yyyy"/>\
<numFmt numFmtId="167" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="7">${['0', '49', '49', '164', '165', '166', '167']
  .map(
    (format, index) =>
      `<xf numFmtId="${format}" fontId="${index === STYLE.title ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')}</cellXfs></styleSheet>`;

const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" \
Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The letters of a column, from 0. */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** The clock of Europe/Rome as days since day 0. */
function serialOfInstant(at: Date): number {
  const [day = 1, month = 1, year = 1900, hour, minute, second] = formatInstant(at).split(/[/ :]/).map(Number);
  return (Date.UTC(year, month - 1, day, hour, minute, second) - EPOCH) / DAY_MS;
}

function numberCell(place: string, value: number | string, style: number): string {
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

function textCell(place: string, text: string, style: number): string {
  if (text === '') return '';
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** Text stays text, so that a code keeps its zeros and nothing becomes a formula. */
function cellXml(place: string, cell: Cell, textStyle: number): string {
  if (typeof cell === 'string') return textCell(place, cell, textStyle);
  if (typeof cell === 'number') return numberCell(place, cell, STYLE.plain);
  if (cell instanceof Date) return numberCell(place, serialOfInstant(cell), STYLE.instant);
  if ('day' in cell) return numberCell(place, (Date.parse(cell.day) - EPOCH) / DAY_MS, STYLE[cell.kind]);
  return numberCell(place, cell.toFixed(), STYLE.amount);
}

/** The rows of a document, which continue on the next sheet where one is full. */
class SheetWriter {
  private readonly batches: AsyncIterator<Iterable<Row>>;
  private readonly letters: string[] = [];
  private readonly head: string;
  private readonly titles: Row;
  private readonly maxRows: number;
  private rows: Iterator<Row> | undefined;
  private next: Row | undefined;

  constructor(sheet: Sheet<unknown>, batches: AsyncIterator<Iterable<Row>>, maxRows: number) {
    this.batches = batches;
    this.maxRows = maxRows;
    this.titles = sheet.columns;
    const columns = sheet.columns.map((title, index) => {
      const width = Math.max(MIN_WIDTH, title.length + 2);
      const style = sheet.isText?.[index] === true ? ` style="${STYLE.text}"` : '';
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}/>`;
    });
    this.head = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" \
topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
  }

  /** Whether there are rows beyond those written. */
  async hasMore(): Promise<boolean> {
    while (this.next === undefined) {
      const row = this.rows?.next();
      if (row && row.done !== true) this.next = row.value;
      else {
        const batch = await this.batches.next();
        if (batch.done === true) return false;
        this.rows = batch.value[Symbol.iterator]();
      }
    }
    return true;
  }

  /** The XML of the next sheet. `whenDone` is called before its last piece. */
  async *xml(isFirst: boolean, whenDone: () => Promise<void>): AsyncGenerator<Buffer, void, undefined> {
    let text = this.head;
    let line = 0;
    if (!isFirst) text += this.rowXml((line += 1), this.titles, STYLE.title);
    while (line < this.maxRows && (await this.hasMore())) {
      // All rows that are there are written at once.
      do {
        line += 1;
        text += this.rowXml(line, this.next ?? [], line === 1 ? STYLE.title : STYLE.text);
        this.next = undefined;
        const row = this.rows?.next();
        if (row && row.done !== true) this.next = row.value;
      } while (this.next !== undefined && line < this.maxRows);
      yield Buffer.from(text);
      text = '';
    }
    await whenDone();
    yield Buffer.from(`${text}</sheetData></worksheet>`);
  }

  private rowXml(line: number, row: Row, textStyle: number): string {
    let cells = '';
    row.forEach((cell, column) => {
      cells += cellXml(`${(this.letters[column] ??= lettersOf(column))}${line}`, cell, textStyle);
    });
    return `<row r="${line}">${cells}</row>`;
  }
}

function workbookParts(sheets: number): readonly (readonly [path: string, xml: string])[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers
        .map((number) => `<sheet name="Foglio${number}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers
        .map(
          (number) =>
            `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', ROOT_RELATIONS],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${numbers
        .map(
          (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ],
  ];
}

/**
 * A spreadsheet of any length, written while its rows are read: text as text, numbers as numbers, instants and days as
 * dates (rules §7).
 * @param maxRows in a sheet; more rows go on in the next
 */
export async function* renderXlsx<Entry>(
  sheet: Sheet<Entry>,
  maxRows = MAX_ROWS,
): AsyncGenerator<Buffer, void, undefined> {
  const batches = rowsOf(sheet);
  const writer = new SheetWriter(sheet as Sheet<unknown>, batches, maxRows);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  let sheets = 0;
  let source: Readable | undefined;

  function addSheet(): void {
    sheets += 1;
    source = Readable.from(
      writer.xml(sheets === 1, async () => {
        if (await writer.hasMore()) addSheet();
        else {
          for (const [path, xml] of workbookParts(sheets)) zip.addBuffer(Buffer.from(xml), path);
          zip.end();
        }
      }),
      { objectMode: false },
    );
    // The archive does not pass on a failure of its parts.
    source.on('error', fail);
    zip.addReadStream(source, `xl/worksheets/sheet${sheets}.xml`);
  }

  // What fails before the first rows fails before the first bytes.
  await writer.hasMore();
  addSheet();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    // A reader that has gone ends the reading of the rows too.
    source?.destroy();
    await batches.return(undefined);
  }
}
