import { inflateSync } from 'node:zlib';

/** The content of a PDF. */
interface PdfContents {
  /** The runs of text in drawing order, page after page. */
  readonly texts: readonly string[];
  /** The size of each page in points. */
  readonly pages: readonly string[];
}

type Glyphs = ReadonlyMap<string, string>;

function readObjects(pdf: Buffer): ReadonlyMap<string, string> {
  const text = pdf.toString('latin1');
  const objects = [...text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)];
  return new Map(
    objects.map(([, id = '', body = '']) => {
      const start = body.indexOf('stream\n') + 'stream\n'.length;
      if (!body.includes('/FlateDecode')) return [id, body];
      const packed = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1');
      return [id, body.slice(0, start) + inflateSync(packed).toString('latin1')];
    }),
  );
}

function readGlyphs(characterMap: string): Glyphs {
  const glyphs = new Map<string, string>();
  for (const [, first = '', list = ''] of characterMap.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs)) {
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, code = ''], index) => {
      const glyph = (parseInt(first, 16) + index).toString(16).padStart(4, '0');
      glyphs.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    });
  }
  return glyphs;
}

function referenced(objects: ReadonlyMap<string, string>, body: string, pattern: RegExp): string {
  return objects.get(pattern.exec(body)?.[1] ?? '') ?? '';
}

function readFonts(objects: ReadonlyMap<string, string>): ReadonlyMap<string, Glyphs> {
  const names = [...objects.values()].flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    names.map(([, name = '', id = '']) => {
      const characterMap = referenced(objects, objects.get(id) ?? '', /\/ToUnicode (\d+) 0 R/);
      return [name, readGlyphs(characterMap)];
    }),
  );
}

/** Reads a PDF in the server's format: compressed pages, embedded fonts with character maps. */
export function readPdf(pdf: Buffer): PdfContents {
  const objects = readObjects(pdf);
  const fonts = readFonts(objects);
  const pages = [...objects.values()].filter((body) => body.includes('/Type /Page\n'));
  const texts = pages.flatMap((page) => {
    const content = referenced(objects, page, /\/Contents (\d+) 0 R/);
    return [...content.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ/gs)].map(([, font = '', run = '']) => {
      const hex = [...run.matchAll(/<(\w+)>/g)].map(([, glyphs]) => glyphs).join('');
      return [...hex.matchAll(/\w{4}/g)].map(([glyph]) => fonts.get(font)?.get(glyph) ?? '').join('');
    });
  });
  return { texts, pages: pages.map((page) => /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(page)?.[1] ?? '') };
}
