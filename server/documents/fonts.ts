import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type PDFDocument from 'pdfkit';

const WOFF = { header: 44, entry: 20, tables: 12, flavour: 4 } as const;
const SFNT = { header: 12, entry: 16, alignment: 4 } as const;

/**
 * Unpacks a font from WOFF 1 (https://www.w3.org/TR/WOFF/) into the plain form of TrueType. fontkit reads both, but of a
 * packed font it unpacks a whole table again for each glyph.
 * @param woff the content of a .woff file
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(WOFF.tables);
  const directory = Buffer.alloc(SFNT.header + count * SFNT.entry);
  woff.copy(directory, 0, WOFF.flavour, WOFF.flavour + 4);
  // Behind the number stand three aids for a binary search: fontkit reads the whole directory and needs none.
  directory.writeUInt16BE(count, 4);
  const parts = [directory];
  let end = directory.length;
  for (let index = 0; index < count; index += 1) {
    const from = WOFF.header + index * WOFF.entry;
    const field = (at: number) => woff.readUInt32BE(from + at);
    const [offset, packedLength, length, checksum] = [field(4), field(8), field(12), field(16)];
    const packed = woff.subarray(offset, offset + packedLength);
    const table = Buffer.alloc(Math.ceil(length / SFNT.alignment) * SFNT.alignment);
    // What would not have become smaller is not packed.
    (packedLength < length ? inflateSync(packed) : packed).copy(table);
    const to = SFNT.header + index * SFNT.entry;
    woff.copy(directory, to, from, from + 4);
    [checksum, end, length].forEach((value, place) => directory.writeUInt32BE(value, to + 4 * (place + 1)));
    parts.push(table);
    end += table.length;
  }
  return Buffer.concat(parts);
}

const require = createRequire(import.meta.url);

const TITILLIUM = join(dirname(require.resolve('@fontsource/titillium-web/package.json')), 'files/titillium-web');
const NOTO = join(dirname(require.resolve('@fontsource/noto-sans/package.json')), 'files/noto-sans');

/** The parts of our font and of one with more letters, in the order in which a letter is looked for. */
const PARTS = new Map([
  ['latin', `${TITILLIUM}-latin`],
  ['latin-ext', `${TITILLIUM}-latin-ext`],
  ['other-latin', `${NOTO}-latin`],
  ['other-latin-ext', `${NOTO}-latin-ext`],
  ['vietnamese', `${NOTO}-vietnamese`],
  ['greek', `${NOTO}-greek`],
  ['greek-ext', `${NOTO}-greek-ext`],
  ['cyrillic', `${NOTO}-cyrillic`],
  ['cyrillic-ext', `${NOTO}-cyrillic-ext`],
]);

type Weight = '400' | '700';

/** Stands for what no font has, and is copied from the document as what it is. */
const REPLACEMENT = '\uFFFD';

/** What the part `latin` has, so that most texts need no look at any font. */
export const PLAIN = /^[\n\x20-\x7E\xA0-\xAC\xAE-\xFFıŒœ–—‘’“”•…€]*$/;

/** The options with which a line is drawn. */
interface LineOptions {
  readonly align?: string;
  /** The width of the column, and of the text in it. */
  readonly lineWidth?: number;
  readonly textWidth?: number;
  readonly characterSpacing?: number;
}

/** What pdfkit does not declare: its present font, and how it draws a line. A test holds it to that. */
interface Drawing {
  readonly _font: {
    readonly name: string;
    /** In thousandths of the font size. */
    readonly ascender: number;
    readonly font: { readonly characterSet: readonly number[] };
  };
  readonly _fontSize: number;
  /** @param options with `baseline`, the distance in points from the top to the base line, below zero */
  _fragment(text: string, x: number, y: number, options: LineOptions & { readonly baseline?: number }): void;
  widthOfString(text: string, options?: LineOptions): number;
}

type Document = InstanceType<typeof PDFDocument> & Drawing;

/** A piece of a text that one part of the fonts has. */
interface Run {
  readonly part: string;
  readonly text: string;
}

const packed = new Map<string, Buffer>();
const covered = new Map<string, ReadonlySet<number>>();
const graphemes = new Intl.Segmenter('it', { granularity: 'grapheme' });

/** Gives a part of the fonts to the document, read with its first use; returns its name there. */
function register(pdf: Document, part: string, weight: Weight): string {
  const name = `${part}-${weight}`;
  let font = packed.get(name);
  if (font === undefined) {
    font = unpackWoff(readFileSync(`${PARTS.get(part)}-${weight}-normal.woff`));
    packed.set(name, font);
  }
  pdf.registerFont(name, font);
  return name;
}

/** Makes a part the font of the document. */
function useFont(pdf: Document, part: string, weight: Weight): void {
  pdf.font(register(pdf, part, weight));
}

/** The characters of a part, which both its weights have. Leaves it the font of the document. */
function charactersOf(pdf: Document, part: string, weight: Weight): ReadonlySet<number> {
  const known = covered.get(part);
  if (known) return known;
  useFont(pdf, part, weight);
  const characters = new Set(pdf._font.font.characterSet);
  covered.set(part, characters);
  return characters;
}

/** Signs that only steer how others are shown, such as the direction of a text, and characters of control. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** The runs of one character with its accents, or of what stands for it. */
function draw(pdf: Document, grapheme: string, weight: Weight): readonly Run[] {
  const text = grapheme.replaceAll(INVISIBLE, '');
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const part = Array.from(PARTS.keys()).find((name) => {
    const characters = charactersOf(pdf, name, weight);
    return codes.every((code) => characters.has(code));
  });
  if (part !== undefined) return [{ part, text }];
  // The usual form of a letter, as of one of full width.
  const usual = text.normalize('NFKC');
  if (usual !== text) return toRuns(pdf, usual, weight);
  const [base = '', ...marks] = text;
  const replacement = { part: 'other-latin', text: REPLACEMENT };
  const [drawn = replacement] = marks.length > 0 ? draw(pdf, base, weight) : [];
  // A letter whose accent is missing is another letter, so it is said.
  return drawn.text === REPLACEMENT ? [replacement] : [drawn, replacement];
}

function toRuns(pdf: Document, text: string, weight: Weight): readonly Run[] {
  const pieces = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => draw(pdf, segment, weight));
  const runs: Run[] = [];
  for (const piece of pieces.flat()) {
    const last = runs.at(-1);
    if (last?.part === piece.part) runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    else runs.push(piece);
  }
  return runs;
}

/** The shift in points of a line in its column. */
function shiftOf(pdf: Document, text: string, options: LineOptions): number {
  const { align, lineWidth = 0, textWidth = 0 } = options;
  if (align === 'right') return lineWidth - pdf.widthOfString(text.trimEnd(), options);
  return align === 'center' ? (lineWidth - textWidth) / 2 : 0;
}

/**
 * Makes a document draw and measure each text in the parts of the fonts that have its characters: Latin letters of all
 * languages, Greek and Cyrillic. What they lack, as Arabic, Hebrew and Chinese letters or emoji, becomes a visible
 * replacement character each. Parts are read only when a text needs them.
 */
export function useAllFonts(document: InstanceType<typeof PDFDocument>): void {
  const pdf = document as Document;
  for (const weight of ['400', '700'] as const) register(pdf, 'latin', weight);
  const drawLine = pdf._fragment.bind(pdf);
  const measure = pdf.widthOfString.bind(pdf);

  /** Does something with each run, then restores the font. */
  function withRuns(text: string, each: (run: Run) => void): void {
    const weight = pdf._font.name.endsWith('Bold') ? '700' : '400';
    for (const run of toRuns(pdf, text, weight)) {
      useFont(pdf, run.part, weight);
      each(run);
    }
    useFont(pdf, 'latin', weight);
  }

  pdf.widthOfString = (text, options = {}) => {
    if (PLAIN.test(text)) return measure(text, options);
    let width = 0;
    let runs = 0;
    withRuns(text, (run) => {
      width += measure(run.text, options);
      runs += 1;
    });
    return width + Math.max(0, runs - 1) * (options.characterSpacing ?? 0);
  };

  pdf._fragment = (text, x, y, options) => {
    if (PLAIN.test(text)) {
      drawLine(text, x, y, options);
      return;
    }
    let at = x + shiftOf(pdf, text, options);
    // All runs stand on one base line, though their fonts have other heights.
    const baseline = -(pdf._font.ascender / 1000) * pdf._fontSize;
    const { characterSpacing = 0 } = options;
    // Given, the width of a run is not measured again, in whichever font would be in use then.
    const lineOptions = { characterSpacing, baseline, textWidth: 0 };
    withRuns(text, (run) => {
      drawLine(run.text, at, y, lineOptions);
      at += measure(run.text, { characterSpacing }) + characterSpacing;
    });
  };
}
