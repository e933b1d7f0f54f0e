import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { FileProblem } from '#server/domain/imports/file-problem.ts';
import type { SheetRow } from '#server/domain/imports/sheet-row.ts';

/** The maximum number of rows in a spreadsheet; longer lists must be CSV. */
const MAX_ROWS = 20_000;
/** The maximum size in bytes of one unpacked part of the file. */
const MAX_PART_BYTES = 40 * 1024 * 1024;
const MAX_PARTS = 2000;
const MAX_COLUMNS = 200;
const MAX_CELL_LENGTH = 10_000;
/** Date formats that a file need not declare. */
const DATE_FORMATS = new Set(['14', '15', '16', '17', '22']);
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet, and of one that counts from 1904. */
const EPOCHS = { usual: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };

interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The name without its prefix, which the writing program may choose. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function makeParser({ open, text, close }: Handlers): SaxesParser {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => open?.(localName(name), attributes));
  parser.on('text', (value) => text?.(value));
  parser.on('closetag', ({ name }) => close?.(localName(name)));
  return parser;
}

/** The parts of the file by name. */
async function listParts(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw new FileProblem('UNPACKS_TOO_LARGE');
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
  return parts;
}

/** The text of a part in pieces. It never reads more than its entry declares or the limit allows. */
async function* textOf(zip: ZipFile, entry: Entry): AsyncGenerator<string, void, undefined> {
  if (entry.uncompressedSize > MAX_PART_BYTES) throw new FileProblem('UNPACKS_TOO_LARGE');
  const stream = await zip.openReadStreamPromise(entry);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const piece of stream as AsyncIterable<Buffer>) yield decoder.decode(piece, { stream: true });
  } finally {
    stream.destroy();
  }
}

async function parsePart(zip: ZipFile, entry: Entry | undefined, handlers: Handlers): Promise<void> {
  if (entry === undefined) return;
  const parser = makeParser(handlers);
  for await (const text of textOf(zip, entry)) parser.write(text);
  parser.close();
}

interface Workbook {
  readonly sheet: Entry;
  readonly epoch: number;
}

/** The path of the first sheet, and the epoch of its days. */
async function readWorkbook(zip: ZipFile, parts: ReadonlyMap<string, Entry>): Promise<Workbook> {
  const relations: string[] = [];
  let epoch = EPOCHS.usual;
  const targets = new Map<string, string>();
  await parsePart(zip, parts.get('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributes.date1904 ?? '')) epoch = EPOCHS.from1904;
      if (name !== 'sheet') return;
      relations.push(...Object.entries(attributes).flatMap(([key, id]) => (localName(key) === 'id' ? [id] : [])));
    },
  });
  await parsePart(zip, parts.get('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  const target = targets.get(relations[0] ?? '') ?? 'worksheets/sheet1.xml';
  const sheet = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (sheet === undefined) throw new FileProblem('UNREADABLE');
  return { sheet, epoch };
}

/** The texts that cells refer to by number, without their phonetic readings. */
async function readSharedTexts(zip: ZipFile, parts: ReadonlyMap<string, Entry>): Promise<readonly string[]> {
  const texts: string[] = [];
  let [text, isText, isReading] = ['', false, false];
  await parsePart(zip, parts.get('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    text: (piece) => {
      if (isText && text.length < MAX_CELL_LENGTH) text += piece;
    },
    close: (name) => {
      if (name === 'si') texts.push(text);
      if (name === 'rPh') isReading = false;
      isText = false;
    },
  });
  return texts;
}

function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
}

/** The indexes of the styles that show a number as a date. */
async function readDateStyles(zip: ZipFile, parts: ReadonlyMap<string, Entry>): Promise<ReadonlySet<string>> {
  const formats = new Set(DATE_FORMATS);
  const styles = new Set<string>();
  let [isOfCells, count] = [false, 0];
  await parsePart(zip, parts.get('xl/styles.xml'), {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt' && isDateFormat(formatCode)) formats.add(numFmtId);
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'xf' || !isOfCells) return;
      if (formats.has(numFmtId)) styles.add(String(count));
      count += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

interface Looks {
  readonly texts: readonly string[];
  readonly dateStyles: ReadonlySet<string>;
  readonly epoch: number;
}

interface Cell {
  readonly type: string;
  readonly style: string;
  value: string;
}

function toText({ type, style, value }: Cell, { texts, dateStyles, epoch }: Looks): string {
  if (type === 's') return texts[Number(value)]?.trim() ?? '';
  if (type === 'd') return value.slice(0, 10);
  const number = Number(value);
  if (type !== 'n' || value === '' || !Number.isFinite(number)) return value.trim();
  if (dateStyles.has(style) && Math.abs(number) < 3_000_000)
    return new Date(epoch + Math.floor(number) * DAY_MS).toISOString().slice(0, 10);
  // Spreadsheets may write long numbers with an exponent, and computed numbers with binary rounding errors.
  return /e/i.test(value) || value.length > 15 ? String(Number(number.toPrecision(15))) : value;
}

function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return next;
  return Array.from(letters).reduce((so, letter) => so * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Parses the rows of a sheet while its text arrives. */
class SheetReader {
  private readonly looks: Looks;
  private readonly parser: SaxesParser;
  private rows: SheetRow[] = [];
  private count = 0;
  private line = 0;
  private cells: string[] = [];
  private formulas: number[] = [];
  private column = -1;
  private cell: Cell | undefined;
  private isValue = false;

  constructor(looks: Looks) {
    this.looks = looks;
    this.parser = makeParser({
      open: (name, attributes) => this.open(name, attributes),
      text: (text) => {
        if (this.isValue && this.cell !== undefined && this.cell.value.length < MAX_CELL_LENGTH)
          this.cell.value += text;
      },
      close: (name) => this.close(name),
    });
  }

  /** The rows that are complete after this piece of text. */
  read(text: string): readonly SheetRow[] {
    this.rows = [];
    this.parser.write(text);
    return this.rows;
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.line = Number(attributes.r ?? this.line + 1);
      [this.cells, this.formulas, this.column] = [[], [], -1];
    } else if (name === 'c') {
      this.column = columnOf(attributes.r, this.column + 1);
      this.cell = { type: attributes.t ?? 'n', style: attributes.s ?? '', value: '' };
    } else if (name === 'f') this.formulas.push(this.column);
    this.isValue = name === 'v' || (name === 't' && this.cell?.type === 'inlineStr');
  }

  private close(name: string): void {
    this.isValue = false;
    if (name === 'c' && this.cell !== undefined && this.column < MAX_COLUMNS) {
      const text = toText(this.cell, this.looks);
      if (text !== '') {
        while (this.cells.length < this.column) this.cells.push('');
        this.cells[this.column] = text;
      }
      this.cell = undefined;
    }
    if (name === 'row' && (this.cells.length > 0 || this.formulas.length > 0)) this.end();
  }

  private end(): void {
    this.count += 1;
    // The first row contains the column names.
    if (this.count > MAX_ROWS + 1) throw new FileProblem('TOO_MANY_ROWS', { line: this.line });
    this.rows.push({ line: this.line, cells: this.cells, formulas: this.formulas });
  }
}

/**
 * Reads the rows of the first sheet of a spreadsheet. It unpacks piece by piece and stops at the limits, whatever size
 * the file declares.
 * @throws FileProblem
 */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<SheetRow, void, undefined> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    const parts = await listParts(zip);
    const { sheet, epoch } = await readWorkbook(zip, parts);
    const looks = { texts: await readSharedTexts(zip, parts), dateStyles: await readDateStyles(zip, parts), epoch };
    const reader = new SheetReader(looks);
    for await (const text of textOf(zip, sheet)) yield* reader.read(text);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('UNREADABLE');
  }
}
