import { inflateSync } from 'node:zlib';

/** A part of the structure: its name, that of a table's head with its scope, and what it holds. */
export type PdfPart = readonly [name: string, ...(PdfPart | string)[]];

/** The content of a PDF. */
interface PdfContents {
  /** The runs of text in drawing order, page after page. */
  readonly texts: readonly string[];
  /** The size of each page in points. */
  readonly pages: readonly string[];
  /** What a screen reader reads, from the root of the structure. */
  readonly structure: PdfPart;
  /** The language and title that a reader is told. */
  readonly lang: string | undefined;
  readonly title: string | undefined;
  /** The squares that are drawn: x, y and side in points. */
  readonly squares: readonly (readonly [x: number, y: number, side: number])[];
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

/** A run of text, and the number in its page of the part that it belongs to; -1 in an artifact. */
interface Run {
  readonly text: string;
  readonly part: number;
}

/**
 * The runs of a page.
 * @throws Error when marks do not match, or something is drawn that is neither a part of the structure nor an artifact
 */
function readRuns(content: string, fonts: ReadonlyMap<string, Glyphs>): readonly Run[] {
  const runs: Run[] = [];
  let part: number | undefined;
  let font: Glyphs | undefined;
  for (const line of content.matchAll(
    /^\/(?<tag>\w+) <<(?<marks>[^>]*)>> BDC$|^(?<end>EMC)$|^\/(?<font>F\d+) [\d.]+ Tf$|^\[(?<glyphs>.*?)\] TJ$|^(?<path>[SfB]\*?)$/gms,
  )) {
    const { tag, marks = '', end, font: name, glyphs } = line.groups ?? {};
    if (tag !== undefined) {
      if (part !== undefined) throw new Error(`${tag} begins within another mark`);
      part = tag === 'Artifact' ? -1 : Number(/MCID (\d+)/.exec(marks)?.[1]);
    } else if (name !== undefined) {
      font = fonts.get(name);
    } else if (part === undefined) {
      throw new Error(`Drawn, but not marked: ${line[0]}`);
    } else if (end !== undefined) {
      part = undefined;
    } else if (glyphs !== undefined) {
      const hex = [...glyphs.matchAll(/<(\w+)>/g)].map(([, codes]) => codes).join('');
      runs.push({ part, text: [...hex.matchAll(/\w{4}/g)].map(([glyph]) => font?.get(glyph) ?? '').join('') });
    }
  }
  if (part !== undefined) throw new Error('A mark does not end on its page');
  return runs;
}

function readSquares(content: string): PdfContents['squares'] {
  return [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)].map(
    ([, x, y, side]) => [Number(x), Number(y), Number(side)] as const,
  );
}

/** A text in a dictionary: in plain letters, or with a byte order mark in UTF-16. */
function textOf(body: string): string {
  const written = Buffer.from(/\((.*)\)/s.exec(body)?.[1]?.replaceAll(/\\([\\()])/g, '$1') ?? '', 'latin1');
  return written[0] === 0xfe ? written.subarray(2).swap16().toString('utf16le') : written.toString('latin1');
}

/** Reads a PDF in the server's format: compressed and tagged pages, embedded fonts with character maps. */
export function readPdf(pdf: Buffer): PdfContents {
  const objects = readObjects(pdf);
  const fonts = readFonts(objects);
  const pages = [...objects].filter(([, body]) => body.includes('/Type /Page\n'));
  const runs = new Map(
    pages.map(([id, page]) => [id, readRuns(referenced(objects, page, /\/Contents (\d+) 0 R/), fonts)]),
  );

  function readPart(id: string, parent: string): PdfPart {
    const body = objects.get(id) ?? '';
    if (!body.includes(`/P ${parent} 0 R`)) throw new Error(`Part ${id} is not of ${parent}`);
    const own = /\/Pg (\d+) 0 R\n/.exec(body)?.[1] ?? '';
    const textsOf = (page: string, part: string) =>
      (runs.get(page) ?? []).flatMap((run) => (run.part === Number(part) ? [run.text] : []));
    const children = /\/K \[(.*?)\](?:\n|$)/s.exec(body)?.[1] ?? '';
    const held = [...children.matchAll(/<<[^>]*\/Pg (\d+) 0 R\s*\/MCID (\d+)[^>]*>>|(\d+) 0 R|(\d+)/g)].flatMap(
      ([, page = '', marked = '', child, number = '']): readonly (PdfPart | string)[] => {
        if (child !== undefined) return [readPart(child, id)];
        return page === '' ? textsOf(own, number) : textsOf(page, marked);
      },
    );
    const scope = /\/Scope \/(\w+)/.exec(body)?.[1];
    return [`${/\/S \/(\w+)/.exec(body)?.[1]}${scope === undefined ? '' : ` ${scope}`}`, ...held];
  }

  const catalog = [...objects.values()].find((body) => body.includes('/Type /Catalog')) ?? '';
  const isTagged = referenced(objects, catalog, /\/MarkInfo (\d+) 0 R/).includes('/Marked true');
  const root = /\/StructTreeRoot (\d+) 0 R/.exec(catalog)?.[1];
  const document = /\/K \[(\d+) 0 R\]/.exec(objects.get(root ?? '') ?? '')?.[1];
  if (!isTagged || root === undefined || document === undefined) throw new Error('The document is not tagged');
  const showsTitle = referenced(objects, catalog, /\/ViewerPreferences (\d+) 0 R/).includes('/DisplayDocTitle true');
  const info = /\/Info (\d+) 0 R/.exec(pdf.toString('latin1'))?.[1] ?? '';
  const title = textOf(referenced(objects, objects.get(info) ?? '', /\/Title (\d+) 0 R/));
  return {
    texts: [...runs.values()].flatMap((ofPage) => ofPage.map(({ text }) => text)),
    pages: pages.map(([, page]) => /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(page)?.[1] ?? ''),
    structure: readPart(document, root),
    lang: /\/Lang \((.*?)\)/.exec(catalog)?.[1],
    title: showsTitle ? title : undefined,
    squares: pages.flatMap(([, page]) => readSquares(referenced(objects, page, /\/Contents (\d+) 0 R/))),
  };
}
