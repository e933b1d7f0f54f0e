import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { FileProblem } from '#server/domain/imports/file-problem.ts';
import type { SheetFacts, SheetRow } from '#server/domain/imports/sheet.ts';
import { cleanCells } from './clean-cells.ts';

/** The maximum number of rows in a spreadsheet; longer lists must be CSV. */
const MAX_ROWS = 20_000;
/** The maximum size in bytes of one unpacked part of the file. */
const MAX_PART_BYTES = 40 * 1024 * 1024;
const MAX_PARTS = 2000;
const MAX_COLUMNS = 200;
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

function makeParser({ open, text, close }: Handlers): SaxesParser {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => open?.(localName(name), withoutPrefixes(attributes)));
  parser.on('text', (value) => text?.(value));
  parser.on('closetag', ({ name }) => close?.(localName(name)));
  return parser;
}

/** A zip file in memory. Its parts are unpacked piece by piece, up to the limits, whatever size it declares. */
export class PackedFile {
  private readonly zip: ZipFile;
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
      parts.set(entry.fileName, entry);
    }
    return new PackedFile(zip, parts);
  }

  get names(): Iterable<string> {
    return this.parts.keys();
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /** Parses a part, if the file has it. After each piece of text `after` hands over what is ready. */
  async *parse<T>(name: string, handlers: Handlers, after: () => Iterable<T>): AsyncGenerator<T, void, undefined> {
    const entry = this.parts.get(name);
    if (entry === undefined) return;
    const parser = makeParser(handlers);
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

/** Collects the rows of a spreadsheet. */
export class RowCollector {
  private readonly facts: SheetFacts;
  private rows: SheetRow[] = [];
  private count = 0;
  private cells: string[] = [];
  private formulas: number[] = [];

  constructor(facts: SheetFacts) {
    this.facts = facts;
  }

  /** The text of a cell with a further piece, up to the longest one. */
  static lengthen(text: string, piece: string): string {
    return text.length < MAX_CELL_LENGTH ? text + piece : text;
  }

  /** Adds the text of a cell at its index, `repeated` times. */
  addCell(column: number, text: string, isFormula: boolean, repeated = 1): void {
    if (text.trim() === '' && !isFormula) return;
    for (let index = column; index < Math.min(column + repeated, MAX_COLUMNS); index += 1) {
      while (this.cells.length < index) this.cells.push('');
      this.cells[index] = text;
      if (isFormula) this.formulas.push(index);
    }
  }

  /**
   * Ends a row with this number, which stands `repeated` times. A hidden one is counted, and read if that is wanted.
   * @throws FileProblem TOO_MANY_ROWS
   */
  endRow(line: number, isHidden: boolean, repeated = 1): void {
    const [raw, computed] = [this.cells, this.formulas];
    [this.cells, this.formulas] = [[], []];
    if (raw.length === 0) return;
    for (let times = 0; times < repeated; times += 1) {
      this.count += 1;
      // The first row contains the column names.
      if (this.count > MAX_ROWS + 1) throw new FileProblem('TOO_MANY_ROWS', { line: line + times });
      if (isHidden) this.facts.hiddenRows = (this.facts.hiddenRows ?? 0) + 1;
      if (isHidden && this.facts.withHidden !== true) continue;
      const { cells, formulas } = cleanCells(raw);
      this.rows.push({ line: line + times, cells, formulas: [...computed, ...formulas] });
    }
  }

  /** The rows that have ended since the last call. */
  take(): readonly SheetRow[] {
    const taken = this.rows;
    this.rows = [];
    return taken;
  }
}

/** The text of a number, of which spreadsheets may write long ones with an exponent or with binary rounding errors. */
export function numberText(value: string): string {
  const number = Number(value);
  const text = /e/i.test(value) || value.length > 15 ? String(Number(number.toPrecision(15))) : value;
  // A number is not ambiguous, but its text with three decimals would be (rules §10).
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}
