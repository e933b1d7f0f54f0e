import { posix } from 'node:path';
import { FileProblem, type SheetFacts, type SheetRow } from '../sheet.ts';
import { type Attributes, type Handlers, type PackedFile, RowCollector } from './packed-file.ts';

/** Date formats that a file need not declare. */
const DATE_FORMATS = new Set(['14', '15', '16', '17', '22']);
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet, and of one that counts from 1904. */
const EPOCHS = { usual: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };

interface Relation {
  readonly id: string;
  /** The last word of its type, which has two addresses. */
  readonly type: string;
  /** The name of the part that is meant. */
  readonly part: string;
}

/** The parts to which a part refers; those to which the file itself does for no name. */
async function relationsOf(file: PackedFile, part: string): Promise<readonly Relation[]> {
  const { dir, base } = posix.parse(part);
  const relations: Relation[] = [];
  await file.read(posix.join(dir, '_rels', `${base}.rels`), {
    open: (name, { Id: id, Target, Type = '' }) => {
      if (name === 'Relationship' && id !== undefined && Target !== undefined)
        relations.push({ id, type: posix.basename(Type), part: posix.resolve('/', dir, Target).slice(1) });
    },
  });
  return relations;
}

interface Workbook {
  /** The names of the parts with the sheet, the texts and the styles. */
  readonly sheet: string;
  readonly texts: string;
  readonly styles: string;
  readonly epoch: number;
}

/** So many other sheets are named, and so much of each name. */
const [MAX_NAMES, MAX_NAME_LENGTH] = [50, 100];

/** Names the sheet that is read, and the others. */
function nameSheets(facts: SheetFacts, sheet: string, others: readonly string[]): void {
  const shorten = (name: string) => name.slice(0, MAX_NAME_LENGTH).replace(/\p{Surrogate}/gu, '');
  facts.sheet = shorten(sheet);
  facts.otherSheets = others.slice(0, MAX_NAMES).map(shorten);
}

/**
 * Finds the first visible sheet, and the epoch of its days.
 * @throws FileProblem OTHER_FORMAT when the packed file has no list of sheets
 */
async function readWorkbook(file: PackedFile, facts: SheetFacts): Promise<Workbook> {
  const workbook =
    (await relationsOf(file, '')).find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!file.has(workbook) || workbook.endsWith('.bin')) throw new FileProblem('OTHER_FORMAT');
  const sheets: Attributes[] = [];
  let [epoch, isWorkbook] = [EPOCHS.usual, false];
  await file.read(workbook, {
    open: (name, attributes) => {
      isWorkbook ||= name === 'workbook';
      if (name === 'workbookPr' && ['1', 'true'].includes(attributes.date1904 ?? '')) epoch = EPOCHS.from1904;
      if (name === 'sheet') sheets.push(attributes);
    },
  });
  if (!isWorkbook) throw new FileProblem('OTHER_FORMAT');
  const relations = await relationsOf(file, workbook);
  // Charts have sheets of their own.
  const targets = new Map<string, string>(
    relations.flatMap(({ id, type, part }) => (/^(?:chart|dialog)sheet$/.test(type) ? [] : [[id, part] as const])),
  );
  const tables = sheets.filter(({ id }) => targets.has(id ?? ''));
  const [first] = tables.filter(({ state = 'visible' }) => state === 'visible');
  const others = tables.flatMap((sheet) => (sheet === first ? [] : [sheet.name ?? '']));
  nameSheets(facts, first?.name ?? '', others);
  const folder = posix.dirname(workbook);
  const partOf = (wanted: string, usual: string) =>
    relations.find(({ type }) => type === wanted)?.part ?? posix.join(folder, usual);
  const sheet = targets.get(first?.id ?? '') ?? posix.join(folder, 'worksheets/sheet1.xml');
  if (!file.has(sheet)) throw new FileProblem('UNREADABLE');
  const texts = partOf('sharedStrings', 'sharedStrings.xml');
  return { sheet, texts, styles: partOf('styles', 'styles.xml'), epoch };
}

/** The texts that cells refer to by number, without their phonetic readings. */
async function readSharedTexts(file: PackedFile, part: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let [text, isText, isReading] = ['', false, false];
  await file.read(part, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    text: (piece) => {
      if (isText) text = RowCollector.lengthen(text, piece);
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
async function readDateStyles(file: PackedFile, part: string): Promise<ReadonlySet<string>> {
  const formats = new Set(DATE_FORMATS);
  const styles = new Set<string>();
  let [isOfCells, count] = [false, 0];
  await file.read(part, {
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
  readonly column: number;
  readonly type: string;
  readonly style: string;
  value: string;
  /** Its formula; undefined if it has a value of its own. */
  formula: string | undefined;
}

/** The text of a formula that computes nothing: the guard of a text, `="0123"`. */
function guardedText(formula: string | undefined): string | undefined {
  return /^=?"([^"]*)"$/.exec(formula ?? '')?.[1];
}

/** The text of a number, of which spreadsheets may write long ones with an exponent or with binary rounding errors. */
function numberText(value: string): string {
  const number = Number(value);
  const text = /e/i.test(value) || value.length > 15 ? String(Number(number.toPrecision(15))) : value;
  // A number is not ambiguous, but its text with three decimals would be (rules §10).
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** The text of a cell; undefined when it refers to a text that is not there. */
function toText({ type, style, value }: Cell, { texts, dateStyles, epoch }: Looks): string | undefined {
  if (type === 'd') return value.slice(0, 10);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const number = Number(value);
  if (type === 'n' && value !== '' && Number.isFinite(number)) {
    const isDate = dateStyles.has(style) && Math.abs(number) < 3_000_000;
    return isDate ? new Date(epoch + Math.floor(number) * DAY_MS).toISOString().slice(0, 10) : numberText(value);
  }
  const text = type === 's' && value !== '' ? texts[Number(value)] : value;
  return text?.replace(/_x([\dA-F]{4})_/g, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return next;
  return Array.from(letters).reduce((so, letter) => so * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The parts of a cell by their elements. */
const PARTS: ReadonlyMap<string, 'value' | 'formula'> = new Map([
  ['v', 'value'],
  ['f', 'formula'],
]);

/** Reads the cells of a sheet. */
function sheetHandlers(looks: Looks, rows: RowCollector): Handlers {
  let isHidden = false;
  let part: 'value' | 'formula' | undefined;
  let cell: Cell | undefined;
  return {
    open: (name, attributes) => {
      if (name === 'row') {
        rows.beginRow(Number(attributes.r ?? rows.lastLine + 1));
        isHidden = ['1', 'true'].includes(attributes.hidden ?? '');
      } else if (name === 'c') {
        if (cell) throw rows.unreadable();
        const column = columnOf(attributes.r, rows.column);
        cell = { column, type: attributes.t ?? 'n', style: attributes.s ?? '', value: '', formula: undefined };
      } else if (name === 'f' && cell) cell.formula = '';
      part = PARTS.get(name === 't' && cell?.type === 'inlineStr' ? 'v' : name);
    },
    text: (piece) => {
      if (part === 'value' && cell) cell.value = RowCollector.lengthen(cell.value, piece);
      if (part === 'formula' && cell) cell.formula = RowCollector.lengthen(cell.formula ?? '', piece);
    },
    close: (name) => {
      part = undefined;
      if (name === 'c' && cell) {
        const guarded = guardedText(cell.formula);
        const text = guarded ?? toText(cell, looks);
        if (text === undefined) throw rows.unreadable();
        const isComputed = (cell.formula !== undefined && guarded === undefined) || cell.type === 'e';
        rows.addCell(cell.column, text, isComputed);
        cell = undefined;
      }
      if (name === 'row') rows.endRow(isHidden);
    },
  };
}

/**
 * Reads the rows of the first visible sheet of a spreadsheet.
 * @param facts receives the names of the sheets and the number of hidden rows
 * @throws FileProblem
 */
export async function* readXlsx(file: PackedFile, facts: SheetFacts): AsyncGenerator<SheetRow, void, undefined> {
  const { sheet, texts, styles, epoch } = await readWorkbook(file, facts);
  const looks = {
    texts: await readSharedTexts(file, texts),
    dateStyles: await readDateStyles(file, styles),
    epoch,
  };
  const rows = new RowCollector(facts);
  yield* file.parse(sheet, sheetHandlers(looks, rows), () => rows.take());
}
