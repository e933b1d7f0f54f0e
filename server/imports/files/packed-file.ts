import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { FileProblem, type SheetFacts, type SheetRow } from '../sheet.ts';
import { MAX_COLUMNS, toRow } from './read-csv.ts';

/** The maximum number of rows in a spreadsheet; longer lists must be CSV. */
const MAX_ROWS = 20_000;
/** The maximum size in bytes of one unpacked part of the file. */
const MAX_PART_BYTES = 40 * 1024 * 1024;
const MAX_PARTS = 2000;
/** The maximum number of elements within each other; a spreadsheet has less than twenty. */
const MAX_DEPTH = 100;
/** The maximum length of a tag, a comment or a text, which the parser holds until it ends. */
const MAX_TOKEN_LENGTH = 1024 * 1024;
/** The maximum length of all texts of a file, which may refer to one text many times. */
const MAX_TEXT_LENGTH = 50 * 1024 * 1024;
const MAX_CELL_LENGTH = 10_000;

/** The attributes of an element by their names without prefix. */
export type Attributes = Readonly<Record<string, string | undefined>>;

export interface Handlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The name without its prefix, which the writing program may choose. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function withoutPrefixes(attributes: Readonly<Record<string, string>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}

/** A parser that refuses what only a file has that is made to fill the memory. */
class LimitedParser {
  private readonly parser = new SaxesParser();
  private depth = 0;
  private unended = 0;

  constructor({ open, text, close }: Handlers) {
    const { parser } = this;
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
      this.unended = 0;
      this.depth += 1;
      if (this.depth > MAX_DEPTH) throw new FileProblem('UNREADABLE');
      open?.(localName(name), withoutPrefixes(attributes));
    });
    for (const event of ['text', 'cdata'] as const)
      parser.on(event, (value) => {
        this.unended = 0;
        text?.(value);
      });
    parser.on('closetag', ({ name }) => {
      this.unended = 0;
      this.depth -= 1;
      close?.(localName(name));
    });
  }

  /** @throws FileProblem UNREADABLE */
  write(piece: string): void {
    this.unended += piece.length;
    this.parser.write(piece);
    if (this.unended > MAX_TOKEN_LENGTH) throw new FileProblem('UNREADABLE');
  }

  close(): void {
    this.parser.close();
  }
}

/** A zip file in memory. Its parts are unpacked piece by piece, up to the limits, whatever size it declares. */
export class PackedFile {
  private readonly zip: ZipFile;
  /** By their names in lower case, for programs name a part and mean it in other letters. */
  private readonly parts: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.zip = zip;
    this.parts = parts;
  }

  /** @throws FileProblem PASSWORD, UNPACKS_TOO_LARGE */
  static async open(bytes: Buffer): Promise<PackedFile> {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    if (zip.entryCount > MAX_PARTS) throw new FileProblem('UNPACKS_TOO_LARGE');
    const parts = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new FileProblem('PASSWORD');
      parts.set(entry.fileName.toLowerCase(), entry);
    }
    return new PackedFile(zip, parts);
  }

  has(name: string): boolean {
    return this.parts.has(name.toLowerCase());
  }

  /** Parses a part, if the file has it. After each piece of text `after` hands over what is ready. */
  async *parse<T>(name: string, handlers: Handlers, after: () => Iterable<T>): AsyncGenerator<T, void, undefined> {
    const entry = this.parts.get(name.toLowerCase());
    if (entry === undefined) return;
    const parser = new LimitedParser(handlers);
    for await (const text of this.textOf(entry)) {
      parser.write(text);
      yield* after();
    }
    parser.close();
  }

  /** Parses a part to its end, if the file has it. */
  async read(name: string, handlers: Handlers): Promise<void> {
    for await (const _nothing of this.parse(name, handlers, () => []));
  }

  private async *textOf(entry: Entry): AsyncGenerator<string, void, undefined> {
    if (entry.uncompressedSize > MAX_PART_BYTES) throw new FileProblem('UNPACKS_TOO_LARGE');
    const stream = await this.zip.openReadStreamPromise(entry);
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const piece of stream as AsyncIterable<Buffer>) yield decoder.decode(piece, { stream: true });
    } finally {
      stream.destroy();
    }
  }
}

/** Collects the rows of a spreadsheet. What no program writes is refused, so that no cell and no row gets lost. */
export class RowCollector {
  private readonly facts: SheetFacts;
  private rows: SheetRow[] = [];
  private count = 0;
  private length = 0;
  private row: { readonly line: number; readonly cells: string[]; readonly formulas: number[] } | undefined;
  private line = 0;
  private nextColumn = 0;
  private isWide = false;

  constructor(facts: SheetFacts) {
    this.facts = facts;
  }

  /** The text of a cell with a further piece, up to the longest one. */
  static lengthen(text: string, piece: string): string {
    return text.length <= MAX_CELL_LENGTH ? (text + piece).trimStart() : text;
  }

  /** The last row that has begun. */
  get lastLine(): number {
    return this.line;
  }

  /** The column after the last cell. */
  get column(): number {
    return this.nextColumn;
  }

  /** The problem of a file that is not as any program writes it. */
  unreadable(): FileProblem {
    return new FileProblem('UNREADABLE', this.line > 0 ? { line: this.line } : {});
  }

  /**
   * Begins a row with this number.
   * @throws FileProblem UNREADABLE within another row, or when the number is not above the last one
   */
  beginRow(line: number): void {
    if (this.row !== undefined || !Number.isSafeInteger(line) || line <= this.line) throw this.unreadable();
    this.line = line;
    this.nextColumn = 0;
    this.row = { line, cells: [], formulas: [] };
  }

  /**
   * Adds the text of a cell at its index.
   * @throws FileProblem UNREADABLE outside a row, or when the cell is not after the last one
   */
  addCell(column: number, text: string, isFormula: boolean): void {
    if (this.row === undefined || column < this.nextColumn) throw this.unreadable();
    this.nextColumn = column + 1;
    if (text.trim() === '' && !isFormula) return;
    this.isWide ||= column >= MAX_COLUMNS;
    if (this.isWide) return;
    const { cells, formulas } = this.row;
    while (cells.length < column) cells.push('');
    cells[column] = text;
    if (isFormula) formulas.push(column);
  }

  /**
   * Ends the row. A hidden one is counted, and read if that is wanted.
   * @throws FileProblem
   */
  endRow(isHidden: boolean): void {
    if (this.row === undefined) throw this.unreadable();
    const { line, cells, formulas } = this.row;
    const { isWide } = this;
    [this.row, this.isWide] = [undefined, false];
    if (cells.length === 0 && !isWide) return;
    this.count += 1;
    // The first row contains the column names.
    if (this.count > MAX_ROWS + 1) throw new FileProblem('TOO_MANY_ROWS', { line });
    if (isHidden) this.facts.hiddenRows = (this.facts.hiddenRows ?? 0) + 1;
    if (isHidden && this.facts.withHidden !== true) return;
    if (isWide) throw new FileProblem('TOO_MANY_COLUMNS', { line });
    const row = toRow(line, cells, formulas);
    if (row === undefined) return;
    this.length += row.cells.reduce((length, cell) => length + cell.length, 0);
    if (this.length > MAX_TEXT_LENGTH) throw new FileProblem('UNPACKS_TOO_LARGE');
    this.rows.push(row);
  }

  /** The rows that have ended since the last call. */
  take(): readonly SheetRow[] {
    const taken = this.rows;
    this.rows = [];
    return taken;
  }
}
