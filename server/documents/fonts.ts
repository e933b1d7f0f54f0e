import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font, registerFormat } from 'fontkit';

declare module 'fontkit' {
  /** What the types of fontkit leave out: a format of fonts, which is asked whether some bytes are one of it. */
  function registerFormat(format: {
    new (stream: { readonly buffer: Uint8Array }): Font;
    probe(bytes: Uint8Array): boolean;
  }): void;
}

const require = createRequire(import.meta.url);

/** Ours, and the one for texts with letters that ours lacks: a folder for each style, and how its file begins. */
const FAMILIES = {
  titillium: [dirname(require.resolve('@expo-google-fonts/titillium-web/package.json')), 'TitilliumWeb'],
  noto: [dirname(require.resolve('@expo-google-fonts/noto-sans/package.json')), 'NotoSans'],
} as const;
type Family = keyof typeof FAMILIES;

const STYLES = { regular: '400Regular', bold: '700Bold' } as const;

/** A font by which pdfkit finds it. */
export type FontName = `${Family}-${keyof typeof STYLES}`;

/** The fonts that were needed so far. They are parsed once, for parsing takes as long as drawing a whole document. */
const parsed = new Map<string, Font>();

function parse(name: FontName): Font {
  let font = parsed.get(name);
  if (font === undefined) {
    const [family, style] = name.split('-') as [Family, keyof typeof STYLES];
    const [folder, prefix] = FAMILIES[family];
    const file = readFileSync(join(folder, STYLES[style], `${prefix}_${STYLES[style]}.ttf`));
    // A collection of fonts would be another thing, and no file of ours is one.
    font = create(file) as Font;
    parsed.set(name, font);
  }
  return font;
}

function nameIn(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** With these a letter would be drawn as glyphs of others, and copied as them: in two parts, or as a language has it. */
const APART = { ccmp: false, locl: false };

/** A "file" that is the name of a parsed font. */
class ParsedFont {
  static probe(bytes: Uint8Array): boolean {
    return parsed.has(nameIn(bytes));
  }

  constructor({ buffer }: { readonly buffer: Uint8Array }) {
    const font = parse(nameIn(buffer) as FontName);
    return Object.create(font, {
      // Glyphs remember the letters for which they were first drawn, by which a text is copied: each document has its own.
      _glyphs: { value: {} },
      layout: {
        value(this: Font, text: string) {
          return font.layout.call(this, text, APART);
        },
      },
    }) as ParsedFont;
  }
}
registerFormat(ParsedFont as unknown as Parameters<typeof registerFormat>[0]);

/** What pdfkit takes for the file of a font. */
export function fontFile(name: FontName): Buffer {
  parse(name);
  return Buffer.from(name);
}

/** How far the base line is below the top of a text, as part of its size: also for texts in another font. */
export function baseLine(): number {
  const { ascent, unitsPerEm } = parse('titillium-regular');
  return ascent / unitsPerEm;
}

const covered = new Map<Family, ReadonlySet<number>>();

/** Whether a font, in both its weights, has all of these characters. */
function has(family: Family, text: string): boolean {
  let characters = covered.get(family);
  if (!characters) covered.set(family, (characters = new Set(parse(`${family}-regular`).characterSet)));
  for (const character of text) {
    if (character !== '\n' && !characters.has(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

/** Stands for what is not drawn, and is copied from the document as what it is. */
const REPLACEMENT = '\uFFFD';
/** Signs that only steer how others are shown, such as the direction of a text, and characters of control. */
const INVISIBLE = /(?!\n)[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** The letters that are drawn (rules §7). The second font has those of a further script, which we have not tried. */
const OURS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const graphemes = new Intl.Segmenter('it', { granularity: 'grapheme' });

/** One character with its accents as it is drawn. */
function drawable(grapheme: string): string {
  const text = grapheme.replaceAll(INVISIBLE, '');
  if (OURS.test(text) && has('noto', text)) return text;
  // The usual form of a letter, as of one of full width.
  const usual = text.normalize('NFKC');
  if (usual !== text) return drawable(usual);
  const [base = '', ...marks] = text;
  // A letter whose accent is missing is another letter, so it is said.
  const drawn = marks.length > 0 ? drawable(base) : REPLACEMENT;
  return drawn === REPLACEMENT ? REPLACEMENT : drawn + REPLACEMENT;
}

/**
 * A text as it is drawn, and the font that has all of it. Latin letters of all languages, Greek and Cyrillic are drawn;
 * of others, as Arabic, Hebrew and Chinese letters or emoji, each becomes a visible replacement character.
 */
export function textWithFont(given: string, isBold: boolean): { readonly text: string; readonly font: FontName } {
  const style = isBold ? 'bold' : 'regular';
  const composed = given.normalize('NFC');
  if (has('titillium', composed)) return { text: composed.replaceAll(INVISIBLE, ''), font: `titillium-${style}` };
  const text = Array.from(graphemes.segment(composed), ({ segment }) => drawable(segment)).join('');
  return { text, font: has('titillium', text) ? `titillium-${style}` : `noto-${style}` };
}
