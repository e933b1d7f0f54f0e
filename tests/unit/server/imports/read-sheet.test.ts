import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openSheet } from '#server/imports/files/read-sheet.ts';
import { FileProblem } from '#server/imports/sheet.ts';
import { makeOds, makeWorkbook, makeXlsx, packed } from '#tests/support/sheet-files.ts';

const NAMES = ['Codice', 'Nome'];

/** The rows and facts of a file, or its problem. */
async function read(content: string | Uint8Array, { withHidden = false, pieces = 1, most = 10_000_000 } = {}) {
  const bytes = Buffer.from(content);
  const size = Math.ceil(bytes.length / pieces) || 1;
  const parts = Array.from({ length: pieces }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  const countNames = (cells: readonly string[]) => cells.filter((cell) => NAMES.includes(cell)).length;
  const { rows, facts } = openSheet(Readable.from(parts), { most, countNames, withHidden });
  try {
    const cells: (readonly string[])[] = [];
    const lines: number[] = [];
    const formulas: number[] = [];
    for await (const row of rows) {
      cells.push(row.cells);
      lines.push(row.line);
      if (row.formulas.length > 0) formulas.push(row.line);
    }
    return { cells, lines, formulas, facts };
  } catch (error) {
    if (error instanceof FileProblem) return { reason: error.reason, ...error.place };
    throw error;
  }
}

const TABLE = [NAMES, ['0101', 'Niccolò D’Agostìno'], ['0102', 'Perù €']];
const lines = (delimiter: string, end = '\r\n') => TABLE.map((cells) => cells.join(delimiter)).join(end);

/** Bytes of an encoding with one byte for each letter; `letters` are those beyond ASCII. */
function inBytes(text: string, letters: Readonly<Record<string, number>>): Buffer {
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0)));
}
const IN_1252 = { ò: 0xf2, ì: 0xec, ù: 0xf9, '’': 0x92, '€': 0x80 };
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['UTF-8', lines(';'), 'UTF-8'],
  ['UTF-8 with a byte order mark', `\uFEFF${lines(';')}`, 'UTF-8'],
  ['Windows-1252, the plain CSV of Excel', inBytes(lines(';'), IN_1252), 'Windows-1252'],
  ['commas', lines(','), 'UTF-8'],
  ['bars', lines('|'), 'UTF-8'],
  ['quotation marks', TABLE.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'), 'UTF-8'],
  ['ends of lines of Unix', lines(';', '\n'), 'UTF-8'],
  ['ends of lines of old Macintosh computers', inBytes(lines(';', '\r'), IN_1252), 'Windows-1252'],
])('rules §10 reads a CSV file with %s', async (_what, content, encoding) => {
  for (const pieces of [1, 7, 40]) {
    expect(await read(content, { pieces })).toMatchObject({ cells: TABLE, lines: [1, 2, 3], facts: { encoding } });
  }
});

test('rules §10 refuses a file with more bytes than the limit', async () => {
  const content = lines(';');
  const most = Buffer.byteLength(content);
  expect(await read(content, { most })).toMatchObject({ cells: TABLE });
  expect(await read(content, { most: most - 1 })).toEqual({ reason: 'TOO_LARGE' });
});

test.each([
  ['named by the first line', 'sep=|\r\nCodice|Nome\r\n01|a;b;c', ['01', 'a;b;c'], [2, 3]],
  ['named in quotation marks', '"sep=;"\nCodice;Nome\n01;a,b,c', ['01', 'a,b,c'], [2, 3]],
  ['below a title with others', 'Elenco, di maggio, 2026\n\nCodice;Nome\n01;a', ['01', 'a'], [1, 3, 4]],
  [
    'beside more commas in the text',
    'Codice;Nome\n01;Via Po 1, Cagliari, Italia',
    ['01', 'Via Po 1, Cagliari, Italia'],
    [1, 2],
  ],
])('rules §10 takes the delimiter that is %s', async (_what, content, last, at) => {
  const { cells, lines: numbers } = await read(content);
  expect([cells?.at(-1), numbers]).toEqual([last, at]);
});

test.each<readonly [string, Buffer]>([
  ['no letter of Windows-1252', inBytes('Codice;Nome\n1;a\n2;PERCHÉ\n', { É: 0x90 })],
  ['two encodings', Buffer.concat([Buffer.from('Codice;Città\n1;a\n'), inBytes('2;Forlì\n', IN_1252)])],
])('rules §10 refuses letters of %s, by their line', async (_what, content) => {
  expect(await read(content)).toEqual({ reason: 'ENCODING', line: 3 });
});

const ALL_1252 = {
  ...IN_1252,
  '…': 0x85,
  '—': 0x97,
  '–': 0x96,
  '•': 0x95,
  '“': 0x93,
  '”': 0x94,
  '™': 0x99,
  '‹': 0x8b,
  '›': 0x9b,
};

test.each([
  'Pane e altro…',
  'Pane—bianco',
  'Pane — bianco',
  'Pane–bianco',
  'Pane•bianco',
  '• Pane',
  'Grissini“sottili”',
  'Grissini “sottili”',
  'PANE…',
  '100 g…',
  'Bio™',
  '‹Pane›',
  'CITTà',
  'PERù',
  'NICOLò',
  'CAFFÈ',
  'LIBERTÀ È',
  'NICOLÓ',
  'Schär',
  'MUÑOZ',
  'José',
  'São Tomé',
  'Crème brûlée',
  'Nº 1 · 2°',
])('rules §10 reads %s in Windows-1252', async (text) => {
  const { cells, facts } = await read(inBytes(`Codice;Nome\n1;${text}\n2;è\n`, ALL_1252));
  expect([cells?.[1]?.[1], facts?.encoding]).toEqual([text, 'Windows-1252']);
});

test.each([
  ['="0123"', '0123'],
  ['"=""0123"""', '0123'],
  ["'0123", '0123'],
  ["'01/01/1980", '01/01/1980'],
  ["'=1+1", '=1+1'],
  ["'+Bio", '+Bio'],
  ["'Ndrangheta", "'Ndrangheta"],
  ["'O Sole Mio", "'O Sole Mio"],
  ['-Pane', '-Pane'],
  ['+Bio 100%', '+Bio 100%'],
  ['-Crackers(4x25g)', '-Crackers(4x25g)'],
  ['+Gusto (Bio)', '+Gusto (Bio)'],
  ['@Casa(bio)', '@Casa(bio)'],
  ['+D3', '+D3'],
  ['-B12', '-B12'],
  ['+B12 (gocce)', '+B12 (gocce)'],
  ['+Q10, zinco', '+Q10, zinco'],
  ['+D3/vegan', '+D3/vegan'],
  ['-A(2x4)', '-A(2x4)'],
  ['@casa', '@casa'],
  ['-', '-'],
  ['+39 070 12-34/5', '+39 070 12-34/5'],
  ['- (senza glutine)', '- (senza glutine)'],
  ['-3,5', '-3,5'],
])('rules §10 reads the cell %s as the text that its author means', async (cell, text) => {
  const { cells, formulas } = await read(`Codice;Nome\n1;${cell}`);
  expect([cells?.[1]?.[1], formulas]).toEqual([text, []]);
});

test.each([
  '=1+1',
  '=A1',
  '+A1*2',
  '-B12+1',
  '-$B$12/(A1)',
  '+A1:A5',
  '+A1&"x"',
  '@SOMMA(A1)',
  '+SUM(1)',
  "@cmd|' /C calc'!A0",
  '-2*3',
  '#N/D',
  '#RIF!',
  '#DIV/0!',
  '#######',
])('rules §10 takes %s for a formula or its error', async (cell) => {
  expect((await read(`Codice;Nome\n1;${cell}`)).formulas).toEqual([2]);
});

const sheetOf = (name: string, state: 'visible' | 'hidden' = 'visible') => ({
  name,
  state,
  rows: [NAMES, ['0101', name], ['0102', 'b'], ['0103', 'c'], ['', '']],
  hidden: [2, 3, 4],
});

test.each([
  ['XLSX', makeWorkbook([sheetOf('Bozza', 'hidden'), sheetOf('Dati'), sheetOf('Note')])],
  ['ODS', makeOds([sheetOf('Bozza', 'hidden'), sheetOf('Dati'), sheetOf('Note')])],
])(
  'rules §10 %s: the first visible sheet is read, the others are named, hidden rows are counted',
  async (_kind, content) => {
    const facts = { sheet: 'Dati', otherSheets: ['Bozza', 'Note'], hiddenRows: 2 };
    expect(await read(content)).toEqual({ cells: [NAMES, ['0101', 'Dati']], lines: [1, 2], formulas: [], facts });
    expect(await read(content, { withHidden: true })).toMatchObject({
      lines: [1, 2, 3, 4],
      facts: { ...facts, withHidden: true },
    });
  },
);

const VALUES = [
  NAMES,
  [{ day: 29221.75 }, 1.125],
  ['=A1', 8030000000001],
  ['1', "'02"],
  ['2', 2.5],
  ['Perù & <a>', '="0123"'],
];

test.each([
  ['XLSX', makeXlsx(VALUES)],
  ['ODS', makeOds([{ name: 'A', rows: VALUES }])],
])(
  'rules §10 %s: a day with a time is a day, a number is not ambiguous, a formula is told, a guard is taken off',
  async (_kind, content) => {
    const { cells, formulas } = await read(content);
    expect(cells?.slice(1).map((row) => row.at(-1))).toEqual(['1.1250', '8030000000001', '02', '2.5', '0123']);
    expect([cells?.[1]?.[0], cells?.at(-1)?.[0], formulas]).toEqual(['1980-01-01', 'Perù & <a>', [3]]);
  },
);

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;

test.each([
  ['with a number', 'xl/workbook2.xml', 'xl/workbook2.xml', 'sharedStrings.xml', 'xl/sharedStrings.xml'],
  ['in other letters', 'XL/Workbook.xml', 'xl/workbook.xml', 'SharedStrings.xml', 'xl/sharedstrings.xml'],
  ['from the root', '/xl/workbook.xml', 'xl/workbook.xml', '/xl/SharedStrings.xml', 'xl/SharedStrings.xml'],
  ['in other folders', 'book/main.xml', 'book/main.xml', '../texts/all.xml', 'texts/all.xml'],
])('rules §10 XLSX: parts are found by their relations, named %s', async (_what, toBook, book, toTexts, texts) => {
  const cell = (type: string, value: number) => `<c ${type}><v>${value}</v></c>`;
  const content = packed({
    '_rels/.rels': `<a>${relation('a', 'extended-properties', 'docProps/app.xml')}${relation('b', 'officeDocument', toBook)}</a>`,
    [book]: '<workbook xmlns:r="r"><sheets><sheet name="Dati" r:id="s"/></sheets></workbook>',
    [book.replace(/([^/]+)$/, '_rels/$1.rels')]:
      `<a>${relation('s', 'worksheet', 'sheets/One.xml')}${relation('t', 'sharedStrings', toTexts)}${relation('u', 'styles', 'looks.xml')}</a>`,
    [book.replace(/[^/]+$/, 'Sheets/one.xml')]: `<a><row r="1">${cell('t="s"', 0)}${cell('s="1"', 29221)}</row></a>`,
    [texts]: '<sst><si><t>Perù</t></si></sst>',
    [book.replace(/[^/]+$/, 'looks.xml')]: '<a><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></a>',
  });
  expect(await read(content)).toMatchObject({ cells: [['Perù', '1980-01-01']], facts: { sheet: 'Dati' } });
});

const ole = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')]);
const start = (letters: string) => Buffer.concat([Buffer.from(letters, 'latin1'), Buffer.alloc(600)]);

test.each([
  ['UTF-16', utf16(`\uFEFF${lines('\t')}`)],
  ['UTF-32', Buffer.from('fffe00004300000061000000', 'hex')],
])('rules §10 says to save a CSV in UTF-8 of one in %s, by its mark', async (_, content) => {
  expect(await read(content)).toEqual({ reason: 'ENCODING' });
});

test.each([
  ['PNG', start('\x89PNG\r\n\x1A\n')],
  ['JPEG', start('\xFF\xD8\xFF\xE0')],
  ['GIF', start('GIF89a')],
  ['HEIC', start('\0\0\0\x18ftypheic')],
  ['HEIC', start('\0\0\0\x18ftypmsf1')],
  ['AVIF', start('\0\0\0\x1Cftypavif')],
  ['AVIF', start('\0\0\0\x1Cftypavis')],
  ['MP4', start('\0\0\0\x18ftypmp42')],
  ['QuickTime', start('\0\0\0\x14ftypqt  ')],
  ['CR3', start('\0\0\0\x18ftypcrx ')],
  ['JPEG XL', start('\0\0\0\x0CJXL \r\n')],
  ['JPEG 2000', start('\0\0\0\x0CjP  \r\n')],
  ['Photoshop', start('8BPS\0\x01')],
  ['SVG', '<?xml version="1.0"?>\n<!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['SVG', '<svg width="1"/>'],
  ['TIFF', start('II*\0')],
  ['WebP', start('RIFF\x10\0\0\0WEBP')],
  ['PDF', start('%PDF-1.7')],
  ['RTF', start('{\\rtf1')],
  ['GZIP', start('\x1F\x8B\x08')],
  ['7-Zip', start('7z\xBC\xAF\x27\x1C')],
  ['RAR', start('Rar!\x1A\x07')],
  ['SQLite', start('SQLite format 3\0')],
  ['Access', start('\0\x01\0\0Standard ACE DB')],
  ['dBase', start('\x03\x7E\x05\x0F\x02\0\0\0')],
  ['HTML', '\uFEFF <!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>'],
  ['HTML', '<table><tr><td>1</td></tr></table>'],
  ['XML', '<?xml version="1.0"?><Workbook/>'],
  ['JSON', '[{"codice": 1}]'],
  ['BMP', start('BM\x36\x10\x0E\0\0\0\0\0\x36')],
  ['ICO', start('\0\0\x01\0\x01\0')],
  ['Excel 97-2003 (.xls)', ole('Workbook')],
  ['Excel 97-2003 (.xls)', start('\x09\x08\x08\0\0\x05')],
  ['Excel 97-2003 (.xls)', start('\x09\0\x04\0\x02\0\x10\0')],
  ['Word 97-2003', ole('WordDocument')],
  ['Excel XLSB', packed({ 'xl/workbook.bin': '' })],
  ['Numbers', packed({ 'Index/Document.iwa': '' })],
  ['Word', packed({ 'word/document.xml': '' })],
  ['UTF-16 of the other order', utf16(lines(';')).swap16()],
  ['of no known kind', start('\x07\x08')],
  ['a text with a NUL', `${lines(';')}\0`],
  [
    'Word, with relations',
    packed({
      '_rels/.rels': `<a>${relation('a', 'officeDocument', 'word/document.xml')}</a>`,
      'word/document.xml': '<document/>',
    }),
  ],
  [
    'XLSB, with relations',
    packed({ '_rels/.rels': `<a>${relation('a', 'officeDocument', 'xl/workbook.bin')}</a>`, 'xl/workbook.bin': '\0' }),
  ],
  ['ZIP', packed({ 'assistiti.csv': 'Codice;Nome' })],
])('rules §10 says that a file is no table: %s', async (_format, content) => {
  expect(await read(content)).toEqual({ reason: 'OTHER_FORMAT' });
});

test.each([
  ['XLSX', ole('EncryptedPackage')],
  ['ODS', makeOds([], { 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' })],
])('rules §10 says that a password protects an %s', async (_kind, content) => {
  expect(await read(content)).toEqual({ reason: 'PASSWORD' });
});

const MILLION = `<spreadsheet><table name="A"><table-row number-rows-repeated="1000000"><table-cell><p>x</p></table-cell></table-row></table></spreadsheet>`;

test.each([
  ['nothing', '', { cells: [] }],
  ['half of a spreadsheet', makeXlsx(VALUES).slice(0, 300), { reason: 'UNREADABLE' }],
  ['a text with tables', makeOds([]), { cells: [] }],
  ['a row that is there a million times', makeOds([], { 'content.xml': MILLION }), { reason: 'TOO_MANY_ROWS' }],
  ['a million ends of lines', `1\n${'\n'.repeat(1_000_000)}2`, { cells: [['1'], ['2']], lines: [1, 1_000_002] }],
  ['what a spreadsheet leaves behind', `1;2\n${';;;;;\n'.repeat(100_000)}`, { cells: [['1', '2']], lines: [1] }],
  ['a text below the last row', `${'\n'.repeat(1_048_576)}2`, { reason: 'TOO_MANY_ROWS', line: 1_048_577 }],
  ['delimiters without end', `1${';'.repeat(1000)}`, { cells: [['1', ...Array<string>(199).fill('')]] }],
  ['a text right of the last column', `1\n${';'.repeat(200)}2`, { reason: 'TOO_MANY_COLUMNS', line: 2 }],
  ['line breaks within cells', '1\r\n"2\r\n2"\r\n"\r\n"\r\n3', { lines: [1, 2, 6] }],
  ['a formula that is searched for long', `-${'a.'.repeat(30_000)}`, { formulas: [] }],
])('rules §10 reads %s without a surprise', async (_what, content, found) => {
  expect(await read(content)).toMatchObject(found);
});

/** What no program writes: the XML of the rows of a sheet, with the line of the problem. */
test.each([
  ['a negative number', '<row r="-1"><c><v>1</v></c></row>', {}],
  ['the number 0', '<row r="0"><c><v>1</v></c></row>', {}],
  ['half a number', '<row r="1.5"><c><v>1</v></c></row>', {}],
  ['no number', '<row r="one"><c><v>1</v></c></row>', {}],
  ['an endless number', '<row r="1e309"><c><v>1</v></c></row>', {}],
  ['a doubled number', '<row r="7"><c><v>1</v></c></row><row r="7"><c><v>2</v></c></row>', { line: 7 }],
  ['a smaller number', '<row r="7"><c><v>1</v></c></row><row r="6"><c><v>2</v></c></row>', { line: 7 }],
  ['a row', '<row r="7"><row r="8"><c><v>1</v></c></row></row>', { line: 7 }],
  ['a cell within a cell', '<row r="7"><c r="A7"><v>1</v><c r="B7"><v>2</v></c></c></row>', { line: 7 }],
  ['a doubled cell', '<row r="7"><c r="A7"><v>1</v></c><c r="A7"><v>2</v></c></row>', { line: 7 }],
  ['a cell outside', '<row r="7"><c><v>1</v></c></row><c><v>2</v></c>', { line: 7 }],
  ['a text that is not there', '<row r="7"><c t="s"><v>9</v></c></row>', { line: 7 }],
  ['a longer text', `<row r="7">${`<c t="str"><v>${'x'.repeat(9000)}</v></c>`.repeat(8)}</row>`, { line: 7 }],
  ['elements within each other', '<a>'.repeat(200), {}],
  ['a name of 2 MB', `<row r="1"><${'x'.repeat(2_000_000)}/>`, {}],
  ['a text of 2 MB', `<row r="1"><c><v>${'1'.repeat(2_000_000)}</v></c></row>`, {}],
  ['a comment of 2 MB', `<!--${'x'.repeat(2_000_000)}-->`, {}],
])('rules §10 XLSX: a row with %s refuses the file', async (_what, xml, place) => {
  expect(await read(makeXlsx([], xml))).toEqual({ reason: 'UNREADABLE', ...place });
});

test('rules §10 XLSX: no cell is passed over silently', async () => {
  const row = (cells: string) => makeXlsx([], `<row r="1048576">${cells}</row>`);
  const late = `<c t="inlineStr"><is><t>${' '.repeat(10_001)}x</t></is></c>`;
  expect(await read(row(`<c t="str"><v><![CDATA[<1>]]></v></c>${late}<c t="s"><v></v></c>`))).toMatchObject({
    cells: [['<1>', 'x']],
    lines: [1_048_576],
  });
  expect(await read(row('<c r="GS1"><v>1</v></c>'))).toEqual({ reason: 'TOO_MANY_COLUMNS', line: 1_048_576 });
  const beyond = '<row r="1048577"><c><v>1</v></c></row>';
  expect(await read(makeXlsx([], beyond))).toEqual({ reason: 'TOO_MANY_ROWS', line: 1_048_577 });
});

const inOds = (rows: string) =>
  makeOds([], { 'content.xml': `<spreadsheet><table name="A">${rows}</table></spreadsheet>` });
const odsRow = (cells: string, repeated = '1') => `<table-row number-rows-repeated="${repeated}">${cells}</table-row>`;
const odsCell = (text: string, repeated = '1') =>
  `<table-cell number-columns-repeated="${repeated}"><p>${text}</p></table-cell>`;

test.each([
  ['a row that is there -5 times', odsRow(odsCell('1'), '-5'), { reason: 'UNREADABLE', line: 1 }],
  ['a row that is there 0 times', odsRow(odsCell('1'), '0'), { reason: 'UNREADABLE', line: 1 }],
  ['a row that is there 1.5 times', odsRow(odsCell('1'), '1.5'), { reason: 'UNREADABLE', line: 1 }],
  ['a row that is there x times', odsRow(odsCell('1'), 'x'), { reason: 'UNREADABLE', line: 1 }],
  ['a cell that is there -5 times', odsRow(odsCell('1', '-5')), { reason: 'UNREADABLE', line: 1 }],
  ['a cell that is there 1.5 times', odsRow(odsCell('1', '1.5')), { reason: 'UNREADABLE', line: 1 }],
  ['a cell that is there 500 times', odsRow(odsCell('1', '500')), { reason: 'TOO_MANY_COLUMNS', line: 1 }],
  ['a row within a row', odsRow(odsRow(odsCell('1'))), { reason: 'UNREADABLE', line: 1 }],
  [
    'a table within a cell',
    odsRow(`<table-cell><table name="B"/></table-cell>`) + odsRow(odsCell('1')),
    { reason: 'UNREADABLE', line: 1 },
  ],
  ['one text many times', odsRow(odsCell('x'.repeat(9000), '7'), '20000'), { reason: 'UNPACKS_TOO_LARGE' }],
  ['elements within each other', odsRow('<a>'.repeat(200)), { reason: 'UNREADABLE' }],
])('rules §10 ODS: %s refuses the file', async (_what, rows, found) => {
  expect(await read(inOds(rows))).toEqual(found);
});
