import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { PLAIN, unpackWoff } from '#server/documents/fonts.ts';
import { createPdf, drawAs, finishPdf, FONT, type Pdf } from '#server/documents/pdf.ts';
import { readPdf } from '#tests/pdf-text.ts';

const NEW = { title: 'Prova', author: 'Prova', madeAt: new Date('2026-05-15T08:00:00Z') };

/** What a document says after the text was drawn in it. */
async function drawn(text: string, font: string): Promise<string> {
  const pdf = await createPdf(NEW);
  pdf.font(font);
  drawAs(pdf, 'P', () => pdf.text(text));
  return readPdf(await finishPdf(pdf)).texts.join('');
}

test.each([
  ['Polish', 'Łukasz Żółć'],
  ['South Slavic', 'Đorđević Šaćir'],
  ['Turkish', 'Işık İnönü Ğ'],
  ['French', 'Œuvrard Ÿ'],
  ['Romanian', 'Ștefan Țuțea'],
  ['Hungarian', 'Erdős Űrhajó'],
  ['Maltese', 'Ħal Ġgantija'],
  ['Azerbaijani', 'Əliyev'],
  ['African', 'Ɓala Ŋgũgĩ'],
  ['Vietnamese', 'Nguyễn Thị Ưng'],
  ['transcribed Arabic', 'Ḥasan aṣ-Ṣabbāḥ ʿAlī'],
  ['Greek', 'Παπαδόπουλος Ιωάννης'],
  ['ancient Greek', 'Ἀριστοτέλης'],
  ['Russian', 'Иванова Алёна'],
  ['Ukrainian', 'Ґалаґан Їжак'],
  ['Serbian', 'Ђорђевић'],
  ['Kazakh', 'Қасымов Әбілқайыр'],
  ['one of several scripts', 'Łukasz (Лукаш, Λουκάς)'],
])('rules §7 documents: names stand as they are written: %s', async (_what, name) => {
  expect(await drawn(name, FONT.regular)).toBe(name);
  expect(await drawn(name, FONT.bold)).toBe(name);
});

test.each([
  ['an accent apart from its letter', 'Jose\u0301 Z\u030Calec', 'José Žalec'],
  ['letters of full width', 'ＲＯＳＳＩ', 'ROSSI'],
  ['a ligature', 'ﬁore', 'fiore'],
  ['invisible characters', 'Ros\u200Bsi\u00AD \uFEFFMa\u2060rio\u202E', 'Rossi Mario'],
  ['characters of control', 'Ros\u0000si\u0007', 'Rossi'],
  ['Arabic, a mark for each letter', 'Ali علي', 'Ali \uFFFD\uFFFD\uFFFD'],
  ['Hebrew', 'דוד', '\uFFFD\uFFFD\uFFFD'],
  ['Chinese', '王 Li', '\uFFFD Li'],
  ['an emoji of several characters', 'Ada 👩‍👧‍👦!', 'Ada \uFFFD!'],
  ['a letter whose accent no font has', 'X\u0302', 'X\uFFFD'],
])('rules §7 documents: what the fonts lack: %s', async (_what, text, shown) => {
  expect(await drawn(text, FONT.regular)).toBe(shown);
});

/** The positions of the runs that are drawn by `draw`. */
function positionsOf(pdf: Pdf, draw: () => void) {
  const content = vi.spyOn(pdf, 'addContent');
  draw();
  const places = content.mock.calls.flatMap(
    ([line]) => /^1 0 0 1 ([\d.]+) ([\d.]+) Tm$/.exec(String(line))?.slice(1) ?? [],
  );
  content.mockRestore();
  const numbers = places.map(Number);
  return { x: numbers.filter((_, index) => index % 2 === 0), y: numbers.filter((_, index) => index % 2 === 1) };
}

const NAME = 'Nguyễn Λουκάς';

test('rules §7 documents: a text in several fonts is measured, wrapped, aligned and on one line like any other', async () => {
  const pdf = await createPdf(NEW);
  pdf.fontSize(20);
  const width = pdf.widthOfString(NAME);
  const sum = Array.from(NAME).reduce((before, letter) => before + pdf.widthOfString(letter), 0);
  expect(Math.abs(width - sum)).toBeLessThan(4);
  const left = positionsOf(pdf, () => pdf.text(NAME, 50, 100, { width: 400 }));
  const right = positionsOf(pdf, () => pdf.text(NAME, 50, 100, { width: 400, align: 'right' }));
  const centred = positionsOf(pdf, () => pdf.text(NAME, 50, 100, { width: 400, align: 'center' }));
  expect(left.x.length).toBeGreaterThan(3);
  expect(left.x[0]).toBeCloseTo(50, 1);
  expect(right.x[0]).toBeCloseTo(450 - width, 1);
  expect(centred.x[0]).toBeCloseTo(250 - width / 2, 1);
  const plain = positionsOf(pdf, () => pdf.text('Rossi', 50, 100, { width: 400 }));
  expect(new Set([...left.y, ...right.y, ...plain.y]).size).toBe(1);
  expect(pdf.heightOfString(NAME, { width: 400 })).toBe(pdf.heightOfString('Rossi', { width: 400 }));
  expect(pdf.heightOfString(NAME, { width: width - 10 })).toBe(2 * pdf.heightOfString('Rossi', { width: 400 }));
});

test('rules §7 documents: a plain text needs no other font, and the one it is drawn in has all of it', async () => {
  const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => PLAIN.test(character) && character !== '\n',
  );
  expect(all.length).toBeGreaterThan(190);
  const pdf = await createPdf(NEW);
  for (const font of [FONT.regular, FONT.bold]) {
    pdf.font(font);
    const { font: used } = (pdf as Pdf & { _font: { font: { characterSet: readonly number[] } } })._font;
    const has = new Set(used.characterSet);
    expect(all.filter((character) => !has.has(character.codePointAt(0) ?? 0))).toEqual([]);
  }
  pdf.text(all.join(' '));
  const file = (await finishPdf(pdf)).toString('latin1');
  expect(new Set(file.match(/\/BaseFont \/\w+\+[\w-]+/g) ?? []).size).toBe(1);
});

const { resolve } = createRequire(import.meta.url);

/** The checksum of a table in a TrueType directory: the sum of its 32-bit numbers. */
function checksumOf(font: Buffer, offset: number, length: number): number {
  let checksum = 0;
  for (let at = offset; at < offset + length; at += 4) checksum = (checksum + font.readUInt32BE(at)) % 2 ** 32;
  return checksum;
}

test('rules §7 documents: each table of the unpacked font has the checksum that the font states', () => {
  const woff = readFileSync(resolve('@fontsource/titillium-web/files/titillium-web-latin-400-normal.woff'));
  const font = unpackWoff(woff);
  expect(font.length).toBe(woff.readUInt32BE(16));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    return {
      tag: font.toString('latin1', at, at + 4),
      stated: font.readUInt32BE(at + 4),
      found: checksumOf(font, offset, length),
    };
  });
  expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'hmtx', 'loca']));
  // The table `head` contains the checksum of the whole font, which its own checksum leaves out.
  const plain = tables.filter(({ tag }) => tag !== 'head');
  expect(plain.map(({ tag, found }) => [tag, found])).toEqual(plain.map(({ tag, stated }) => [tag, stated]));
});
