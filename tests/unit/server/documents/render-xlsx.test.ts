import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { money } from '#contract/rules/money.ts';
import { renderXlsx } from '#server/documents/render-xlsx.ts';
import { dayCell, monthCell, type Row, type Sheet } from '#server/documents/sheet.ts';
import { openSheet } from '#server/imports/files/read-sheet.ts';
import { inBatchesOf } from './batches.ts';

function sheetOf(...rows: readonly Row[]): Sheet<Row> {
  return { columns: ['Codice', 'Valore'], batches: inBatchesOf(rows), toRows: (batch) => batch, facts: () => [] };
}

async function bytesOf(sheet: Sheet<Row>, maxRows?: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of renderXlsx(sheet, maxRows)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function partOf(bytes: Buffer, path: string): string {
  const part = unzipSync(bytes)[path];
  if (!part) throw new Error(`no ${path}`);
  return strFromU8(part);
}

async function sheetXml(sheet: Sheet<Row>): Promise<string> {
  return partOf(await bytesOf(sheet), 'xl/worksheets/sheet1.xml');
}

test.each<[string, Row[number], string]>([
  ['a VAT number keeps its zeros', '01234560926', 't="inlineStr"><is><t xml:space="preserve">01234560926</t></is>'],
  ['an EAN is text', '8000000001016', 't="inlineStr"><is><t xml:space="preserve">8000000001016</t></is>'],
  ['a phone number is no formula', '+39 070 1', '<t xml:space="preserve">+39 070 1</t>'],
  ['what looks like a formula is text', '=1+1', '<t xml:space="preserve">=1+1</t>'],
  ['what XML reserves', '<a> & "b"', '<t xml:space="preserve">&lt;a&gt; &amp; &quot;b&quot;</t>'],
  ['what XML cannot have', 'a\u0000\u001Fb\uD800', '<t xml:space="preserve">ab</t>'],
  ['a number', 39.2154, 's="0"><v>39.2154</v>'],
  ['an amount, exact', money('-0.415833'), 's="3"><v>-0.415833</v>'],
  ['an amount without an exponent', money('0.0000001'), 's="3"><v>0.0000001</v>'],
  ['a day', dayCell('2026-01-01'), 's="4"><v>46023</v>'],
  ['a month', monthCell('2026-01-01'), 's="5"><v>46023</v>'],
  ['an instant on the clock of Rome', new Date('2026-01-01T11:00:00Z'), 's="6"><v>46023.5</v>'],
])('rules §7 XLSX: %s', async (_case, cell, xml) => {
  expect(await sheetXml(sheetOf(['A1', cell]))).toContain(xml);
});

test('rules §7 XLSX: the parts that a spreadsheet program asks for, and what is typed into a column of text stays so', async () => {
  const sheet = { ...sheetOf(['01', 1]), isText: [true, false] };
  expect(Object.keys(unzipSync(await bytesOf(sheet))).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const xml = await sheetXml(sheet);
  expect(xml).toContain('<col min="1" max="1" width="12" customWidth="1" style="1"/>');
  expect(xml).toContain('<col min="2" max="2" width="12" customWidth="1"/>');
});

test('rules §7 XLSX: our own import reads it', async () => {
  const rows = [];
  const file = Readable.from([await bytesOf(sheetOf(['007', dayCell('1980-01-02')], ['', money('3.5')]))]);
  for await (const { cells } of openSheet(file, { most: 10_000, countNames: () => 0 }).rows) rows.push(cells);
  expect(rows).toEqual([
    ['Codice', 'Valore'],
    ['007', '1980-01-02'],
    ['', '3.5'],
  ]);
});

test('rules §7 XLSX: rows beyond what a sheet can have go on in a second one, with the titles again', async () => {
  const sheet = { ...sheetOf(), batches: inBatchesOf([['1'], ['2'], ['3']], [['4']]), facts: () => [['Righe', 4]] };
  const bytes = await bytesOf(sheet, 3);
  const textsOf = (number: number) =>
    [...partOf(bytes, `xl/worksheets/sheet${number}.xml`).matchAll(/preserve">([^<]*)</g)].map(([, text]) => text);
  expect([1, 2, 3].map(textsOf)).toEqual([
    ['Codice', 'Valore', '1', '2'],
    ['Codice', 'Valore', '3', '4'],
    ['Codice', 'Valore', 'Righe'],
  ]);
  expect(partOf(bytes, 'xl/workbook.xml')).toContain('name="Foglio3"');
});

test('rules §7 XLSX: what fails before the first rows fails before the first bytes', async () => {
  async function* failing(): AsyncGenerator<readonly Row[], void, undefined> {
    await Promise.resolve();
    yield* [];
    throw new Error('no rows');
  }
  const first = renderXlsx({ ...sheetOf(), batches: failing() }).next();
  await expect(first).rejects.toThrow('no rows');
});

test('design §5 XLSX: a failure amid the rows ends the file, and a reader that goes ends the reading', async () => {
  let ended = 0;
  async function* endless(most: number): AsyncGenerator<readonly Row[], void, undefined> {
    try {
      for (let count = 0; count < most; count += 1) {
        await Promise.resolve();
        yield Array.from({ length: 100 }, (_, index): Row => [`riga ${count}-${index}-${Math.random()}`]);
      }
      throw new Error('the database has gone');
    } finally {
      ended += 1;
    }
  }
  await expect(bytesOf({ ...sheetOf(), batches: endless(50) })).rejects.toThrow('the database has gone');
  const pieces = renderXlsx({ ...sheetOf(), batches: endless(Infinity) });
  await pieces.next();
  await pieces.return(undefined);
  expect(ended).toBe(2);
});
