import { expect, test, vi } from 'vitest';
import { drawPdf } from '#server/documents/draw-pdf.ts';
import { fontFile, textWithFont } from '#server/documents/fonts.ts';
import { createPdf, heightOf, type Pdf, write } from '#server/documents/pdf-page.ts';
import { readPdf } from '#tests/pdf-text.ts';

const NEW = { title: 'Prova', author: 'Prova', madeAt: new Date('2026-05-15T08:00:00Z'), parts: [] };

/** What a document says after the text was drawn in it. */
async function drawn(text: string, isBold: boolean): Promise<string> {
  const document = { ...NEW, parts: [{ kind: 'text', text, size: 12, isBold } as const] };
  return readPdf(await drawPdf(document)).texts.join('');
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
  expect(await drawn(name, false)).toBe(name);
  expect(await drawn(name, true)).toBe(name);
});

test.each([
  ['an accent apart from its letter', 'Jose\u0301 Z\u030Calec', 'José Žalec'],
  ['letters of full width', 'ＲＯＳＳＩ', 'ROSSI'],
  ['a ligature', 'ﬁore', 'ﬁore'],
  ['letters that a font would join', 'office', 'office'],
  ['invisible characters', 'Ros\u200Bsi\u00AD \uFEFFMa\u2060rio\u202E', 'Rossi Mario'],
  ['characters of control', 'Ros\u0000si\u0007', 'Rossi'],
  ['an accent that no letter of the language has', 'X\u0302', 'X\u0302'],
  ['Arabic, a mark for each letter', 'Ali علي', 'Ali \uFFFD\uFFFD\uFFFD'],
  ['Hebrew', 'דוד', '\uFFFD\uFFFD\uFFFD'],
  ['Chinese', '王 Li', '\uFFFD Li'],
  ['Devanagari, which one of the fonts has', 'नम', '\uFFFD\uFFFD'],
  ['an emoji of several characters', 'Ada 👩‍👧‍👦!', 'Ada \uFFFD!'],
  ['a letter whose accent no font has', 'X\u{1E8D0}', 'X\uFFFD'],
])('rules §7 documents: what the fonts lack or have otherwise: %s', async (_what, text, shown) => {
  expect(await drawn(text, false)).toBe(shown);
});

test('rules §7 documents: letters are copied from each document, whatever the one before has drawn', async () => {
  for (const text of ['ÈÀÙ', 'EAU', 'ÈAÙ', 'Èǰ']) expect(await drawn(text, false)).toBe(text);
});

test.each(['Latin', 'Greek', 'Cyrillic'])(
  'rules §7 documents: each %s letter that is drawn is copied as itself',
  async (script) => {
    const isLetter = new RegExp(`\\p{Script=${script}}`, 'u');
    const letters = Array.from({ length: 0x1e000 }, (_, code) =>
      code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code),
    ).filter(
      (letter) =>
        isLetter.test(letter) && letter === letter.normalize('NFC') && textWithFont(letter, false).text === letter,
    );
    expect(letters.length).toBeGreaterThan(300);
    const parts = letters.map((text) => ({ kind: 'text', text, size: 8 }) as const);
    expect(readPdf(await drawPdf({ ...NEW, parts })).texts).toEqual(letters);
  },
);

test('rules §7 documents: a document brings no font file that would be parsed again', () => {
  expect(fontFile('titillium-regular').toString()).toBe('titillium-regular');
});

/** Where the runs of a text are drawn in a column from 50 to 450. */
function placesOf(pdf: Pdf, text: string, align: 'left' | 'right' | 'center') {
  const content = vi.spyOn(pdf, 'addContent');
  write(pdf, text, { size: 20, align }, { left: 50, top: 100, width: 400 });
  const places = content.mock.calls.flatMap(
    ([line]) => /^1 0 0 1 ([\d.]+) ([\d.]+) Tm$/.exec(String(line))?.slice(1) ?? [],
  );
  content.mockRestore();
  return places.map(Number);
}

test('rules §7 documents: a text in the second font is wrapped, aligned and on one line like any other', () => {
  const pdf = createPdf(NEW);
  const name = 'Nguyễn Λουκάς';
  const [, plainY] = placesOf(pdf, 'Rossi', 'left');
  const [left = 0, leftY] = placesOf(pdf, name, 'left');
  const [centre = 0, centreY] = placesOf(pdf, name, 'center');
  const [right = 0, rightY] = placesOf(pdf, name, 'right');
  expect(new Set([plainY, leftY, centreY, rightY]).size).toBe(1);
  expect(left).toBeCloseTo(50, 1);
  expect(centre - left).toBeCloseTo((right - left) / 2, 1);
  const width = 450 - right;
  const style = { size: 20 };
  expect(heightOf(pdf, name, style, width - 10)).toBe(2 * heightOf(pdf, name, style, width + 1));
});
