import { expect, test } from 'vitest';
import { KINDS as DOSSIER_KINDS } from '../../../../demo/kinds.ts';
import type * as z from 'zod/mini';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { adminProducts } from '#contract/admin/products.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { adminUsers } from '#contract/admin/users.ts';
import { IMPORT_KINDS, type ImportKind } from '#contract/admin/imports.ts';
import { fiscalCodeCheckCharacter } from '#contract/rules/fiscal-code.ts';
import { columnsOf } from '#server/imports/column-names.ts';
import { KINDS } from '#server/imports/kinds.ts';
import { placeOfHeader, readHeader, readLine } from '#server/imports/read-lines.ts';
import type { SheetRow } from '#server/imports/sheet.ts';

const READING = { today: '2026-05-15', kinds: Object.values(DOSSIER_KINDS) };

function rowsOf(...rows: readonly (readonly string[])[]): SheetRow[] {
  return rows.map((cells, index) => ({ line: index + 1, cells, formulas: [] }));
}

/** The value of a column, or why it is refused. */
function readCell(kind: ImportKind, name: string, cell: string): unknown {
  const [head, line] = rowsOf([name], [cell]) as [SheetRow, SheetRow];
  const column = KINDS[kind].columns.filter((one) => one.name === name);
  const { row, problems } = readLine(
    line,
    readHeader(head, [line], KINDS[kind], []),
    { ...KINDS[kind], columns: column, problems: () => [], prepare: (values) => values, warnings: () => [] },
    READING,
  );
  return row === null ? problems?.map(({ reason, words }) => [reason, ...(words ?? [])]).flat() : row[name];
}

test.each([
  [
    'patients',
    'fiscalCode',
    [
      'Codice fiscale',
      'CODICE_FISCALE',
      'CodiceFiscale',
      'C.F.',
      'Cod. Fisc.',
      'cod fiscale',
      'codice fiscale (16 caratteri)',
      'CodFisc',
      'Fiscal code',
      'CF',
      'Codice fisc.',
      'C. fiscale',
      'CF assistito',
      'CF_PAZIENTE',
      'Codice fiscale del beneficiario',
      'C.Fisc.',
      'CODFISCALE',
    ],
  ],
  ['patients', 'firstName', ['Nome', 'NOME ', 'nome*', 'First name', 'first_name', 'Nome del paziente']],
  [
    'patients',
    'birthDate',
    [
      'Data di nascita',
      'DATA_NASCITA',
      'DataNascita',
      'Dt. nascita',
      'Data nasc.',
      'Nato il',
      'Data di nascita (gg/mm/aaaa)',
      'Nato/a il',
      'DATA NASC',
      'Data_nasc.',
      'DDN',
      'Data di nascita assistito',
    ],
  ],
  ['patients', 'gender', ['Sesso', 'M/F', 'Genere', 'Sesso (M/F)', 'SESSO M/F', 'Sesso assistito']],
  [
    'patients',
    'otpMode',
    [
      'PIN',
      'OTP',
      'Conferma degli acquisti',
      'PIN SI/NO',
      'PIN (sì/no)',
      'PIN S/N',
      'FLAG_PIN',
      'Flg PIN',
      'PIN_SI_NO',
      'Con PIN (Sì/No)',
    ],
  ],
  [
    'patients',
    'aslCode',
    [
      'ASL',
      'Cod. ASL',
      "Codice dell'azienda sanitaria",
      'ASL di residenza',
      'AUSL',
      'Cod. ASL appartenenza',
      'ASL di competenza',
      'N. ASL',
    ],
  ],
  [
    'patients',
    'monthlyAmount',
    [
      'Importo mensile',
      'Importo mensile (€)',
      'Importo',
      'Tetto mensile',
      'Imp. mensile',
      'Tetto di spesa',
      'Massimale mens.',
      'Importo del buono',
      'Limite di spesa',
      'Tetto max',
    ],
  ],
  [
    'businesses',
    'vat',
    [
      'Partita IVA',
      'P.IVA',
      'P. IVA',
      'p.i.v.a.',
      'PIVA',
      'Partita I.V.A.',
      'PARTITA_IVA',
      'VAT number',
      'P.I.',
      'N. partita IVA',
      'Num. P.IVA',
      'PARTITA IVA ESERCENTE',
    ],
  ],
  [
    'businesses',
    'companyName',
    [
      'Ragione sociale',
      'Rag. Soc.',
      'Denominazione',
      'Denominazione / Ragione sociale',
      'Ditta',
      'Impresa',
      'Nome esercente',
      'Nome ditta',
    ],
  ],
  [
    'businesses',
    'email',
    ['E-mail', 'email', 'e mail', 'Posta elettronica', 'PEC', 'Indirizzo PEC', 'E-mail / PEC', 'Indirizzo e-mail'],
  ],
  [
    'stores',
    'streetNumber',
    ['N. civico', 'Nr. civico', 'Numero civico', 'Civico', 'N° civico', 'N.ro civico', 'Civ.', 'Num. civ.'],
  ],
  ['patients', 'dossierType', ['Tipo dieta', 'Dieta', 'Patologia', 'Pat.']],
  ['patients', 'dossierStatus', ['Stato pratica', 'STATO_DOSSIER']],
  ['businesses', 'phone', ['Telefono', 'Tel.', 'N. tel.', 'Tel./Cell.', 'Cell.', 'Telefono fisso']],
  ['businesses', 'web', ['Sito', 'Sito web', 'WWW', 'Indirizzo web']],
  ['stores', 'businessVat', ['P.IVA', 'P.IVA esercente', 'Partita IVA ditta']],
  ['stores', 'code', ['Cod. PV', 'ID punto vendita', 'Cod. PdV']],
  ['stores', 'name', ['Insegna', 'Nome negozio', 'Denom. punto vendita', 'Nome PdV', 'Insegna / Denominazione']],
  ['stores', 'address', ['Indirizzo PDV', 'Via/Piazza', 'Indirizzo del negozio']],
  [
    'products',
    'name',
    [
      'Denominazione prodotto',
      'Denom. prodotto',
      'Nome commerciale',
      'Descr. articolo',
      'Desc. prod.',
      'PRODUCT_NAME',
      'Prodotto / Descrizione',
    ],
  ],
  ['products', 'pharmacyCode', ['MINSAN', 'AIC', 'MINSAN/AIC', 'Cod. Minsan', 'Paraf', 'Minsan / Paraf', 'N. AIC']],
  ['products', 'manufacturer', ['Marchio', 'Casa produttrice', 'Ditta', 'Ditta produttrice', 'Brand']],
  ['products', 'categoryType', ['Tipo dieta', 'Dieta']],
  ['products', 'categories', ['Cat. merceologica', 'Cat. merc.', 'Categoria prodotto']],
  ['users', 'profile', ['Ruolo', 'Profilo utente']],
  ['asl', 'code', ['Cod. ASL', 'Codice AUSL']],
  ['asl', 'name', ['Denominazione ASL', 'ASL']],
  ['stores', 'city', ['Città', "Citta'", 'CITTA', 'Comune', 'Località']],
  ['stores', 'latitude', ['Lat', 'Latitudine', 'LAT.', 'Lat. GPS']],
  [
    'products',
    'ean1',
    [
      'EAN',
      'Codice EAN',
      'EAN-13',
      'Cod. a barre',
      'Barcode',
      'Cod. EAN',
      'Codice GTIN',
      'GTIN-13',
      'Bar code',
      'EAN/GTIN',
      'EAN-8/EAN-13',
      'UPC / EAN',
      'Codice a barre del prodotto',
    ],
  ],
  [
    'products',
    'refPrice',
    [
      'Prezzo',
      'Prezzo (€)',
      'Prezzo in euro',
      'Prezzo al pubblico',
      'Prezzo di riferimento',
      'Pr. listino',
      'Prezzo al pubblico IVA inclusa',
      'Prezzo IVA incl.',
      'Prezzo (IVA inclusa)',
      'Prezzo I.V.A. compresa',
      'PREZZO_IVATO',
      'Prezzo di vendita ivato',
      'Prezzo unit. (€)',
      'P.V.P.',
      'Prezzo vend. pubbl.',
      'Prezzo con IVA inclusa',
      'Prezzo c/IVA',
      'Prezzo comprensivo di IVA',
      'Prezzo max',
      'Prezzo conf.',
    ],
  ],
  ['users', 'username', ['Utente', 'User name', 'USERNAME', 'Nome utente', 'User ID', 'USERID', 'Account']],
] as const)('rules §10 columns: of a file of %s, %s has the names that people give it', (kind, column, names) => {
  for (const name of names) expect([name, columnsOf(KINDS[kind], [name])[0]?.name]).toEqual([name, column]);
});

test.each([
  ['products', ['Prezzo IVA esclusa', 'IVA', 'Aliquota IVA', 'Prezzo d’acquisto', 'Flag', 'Sì/No', 'CAP']],
  ['businesses', ['Codice', 'Codice interno', 'CAP', 'Provincia', 'IVA']],
  ['patients', ['Stato civile', 'Stato di nascita', 'Data', 'Codice', 'Flag', 'Note', 'CAP']],
] as const)('rules §10 columns: in a file of %s some names mean nothing', (kind, names) => {
  for (const name of names) expect([name, columnsOf(KINDS[kind], [name])[0]?.name]).toEqual([name, undefined]);
});

test('rules §10 columns: no name means two columns of a kind', () => {
  for (const kind of IMPORT_KINDS) {
    for (const { name, also } of KINDS[kind].columns)
      for (const one of [name, ...also])
        expect([kind, one, columnsOf(KINDS[kind], [one])[0]?.name]).toEqual([kind, one, name]);
  }
});

test('rules §10 columns: the best name wins, titles stand above, blank columns are not told, others by their letter', () => {
  const rows = rowsOf(
    ['Listino 2026'],
    ['Articolo', 'Nome', 'EAN', '', '', 'Note'],
    ['a', 'Pane', '8000000001016', '', 'x', ''],
  );
  const place = placeOfHeader(rows, KINDS.products);
  const [head, ...first] = rows.slice(place) as [SheetRow, ...SheetRow[]];
  const { columns, names, ignored } = readHeader(head, first, KINDS.products, []);
  expect(columns.map((column) => column?.name)).toEqual([undefined, 'name', 'ean1', undefined, undefined, undefined]);
  expect(names).toEqual(['Articolo', 'Nome', 'EAN', '', '(E)', 'Note']);
  expect(ignored).toEqual(['Articolo', '(E)', 'Note']);
  const unknown = rowsOf(['Titolo'], ['uno', 'due'], ['x', 'Nome']);
  expect(placeOfHeader(unknown, KINDS.products)).toBe(1);
});

test.each([
  [
    'products',
    'refPrice',
    [
      ['2,76', 2.76],
      ['€ 2,76', 2.76],
      ['2.76 €', 2.76],
      ['EUR 3', 3],
      [',5', 0.5],
      ['1.234,50', 1234.5],
      ['1,234.50', 1234.5],
      ['1.1250', 1.125],
    ],
  ],
  [
    'patients',
    'monthlyAmount',
    [
      ['1.234,50', 1234.5],
      ['150', 150],
      ["1'234,5", 1234.5],
    ],
  ],
  [
    'patients',
    'birthDate',
    [
      ['01/01/1980', '1980-01-01'],
      ['01/01/1980 00:00:00', '1980-01-01'],
      ['1980-01-01T00:00:00', '1980-01-01'],
      ['1980-01-01 00:00', '1980-01-01'],
      ['1980-01-01T00:00:00.000Z', '1980-01-01'],
      ['1.1.80', '1980-01-01'],
      ['1-gen-1980', '1980-01-01'],
      ['19800101', '1980-01-01'],
      ['3/2/30', '1930-02-03'],
    ],
  ],
  [
    'patients',
    'gender',
    [
      ['m', 'M'],
      ['Maschio', 'M'],
      ['FEMMINA', 'F'],
      ['female', 'F'],
    ],
  ],
  [
    'patients',
    'otpMode',
    [
      ['sì', 'PIN'],
      ['SI', 'PIN'],
      ["Si'", 'PIN'],
      ['TRUE', 'PIN'],
      ['no', 'NONE'],
      ['Con PIN', 'PIN'],
      ['senza pin', 'NONE'],
    ],
  ],
  [
    'patients',
    'dossierType',
    [
      ['Celiachia', 'CELIAC'],
      ['celiaco', 'CELIAC'],
      ['APROTEICO', 'PROTEIN_FREE'],
      ['Dieta aproteica', 'PROTEIN_FREE'],
      ['Prodotti senza glutine', 'CELIAC'],
      ['protein_free', 'PROTEIN_FREE'],
      ['Protein free', 'PROTEIN_FREE'],
    ],
  ],
  [
    'patients',
    'dossierStatus',
    [
      ['approvata', 'APPROVED'],
      ['Revocata', 'REVOKED'],
      ['eliminata', 'DELETED'],
    ],
  ],
  [
    'patients',
    'fiscalCode',
    [
      ['rssmra80a01b354w', 'RSSMRA80A01B354W'],
      ['RSS MRA 80A01 B354W', 'RSSMRA80A01B354W'],
      ["'RSSMRA80A01B354W", 'RSSMRA80A01B354W'],
      ['\u200BRSSMRA80A01B354W\u00A0', 'RSSMRA80A01B354W'],
      ['01234560926', '01234560926'],
    ],
  ],
  [
    'patients',
    'lastName',
    [
      ['Null', 'Null'],
      ['Nan', 'Nan'],
      ['D’Agostìno', "D'Agostìno"],
      ['De  Rossi', 'De Rossi'],
      ['-Rossi', '-Rossi'],
    ],
  ],
  [
    'businesses',
    'vat',
    [
      ['IT01234560926', '01234560926'],
      ['IT 012 3456 0926', '01234560926'],
      ['01234560926.0', '01234560926'],
    ],
  ],
  [
    'businesses',
    'phone',
    [
      ['NULL', null],
      ['null', null],
      ['(null)', null],
      ['(NULL)', null],
      ['[NULL]', null],
      ['<null>', null],
      ['\\N', null],
      ['NaN', null],
      ['<NA>', null],
    ],
  ],
  [
    'products',
    'ean1',
    [
      ['8000000001016.0', '8000000001016'],
      ['8000000001016,00', '8000000001016'],
      ['8.000000.001016', '8000000001016'],
    ],
  ],
  [
    'stores',
    'code',
    [
      ['1E5', '1E5'],
      ['2e10', '2e10'],
      ['E+5', 'E+5'],
    ],
  ],
  [
    'users',
    'profile',
    [
      ['esercente', 'BUSINESS'],
      ['Azienda sanitaria', 'ASL'],
      ['gestore', 'OPERATOR'],
    ],
  ],
  [
    'users',
    'businessVats',
    [
      ['IT 01234560926, IT12345678903', ['01234560926', '12345678903']],
      ['01234560926 / 12345678903', ['01234560926', '12345678903']],
    ],
  ],
  [
    'stores',
    'latitude',
    [
      ['39,215', 39.215],
      ['39.2154', 39.2154],
    ],
  ],
] as const)('rules §10 reads of a file of %s the %s as people write it', (kind, column, table) => {
  for (const [cell, value] of table) expect([cell, readCell(kind, column, cell)]).toEqual([cell, value]);
});

test.each([
  ['products', 'refPrice', '1.250', ['AMBIGUOUS', '1,25\u00A0€', '1.250,00\u00A0€']],
  ['patients', 'monthlyAmount', '€ 2,500', ['AMBIGUOUS', '2,50\u00A0€', '2.500,00\u00A0€']],
  ['patients', 'monthlyAmount', '1.2.3', ['AMOUNT']],
  ['products', 'ean1', '8,03E+12', ['DIGITS_LOST']],
  ['businesses', 'vat', '1,23457E+09', ['DIGITS_LOST']],
  ['businesses', 'phone', '3.93E+11', ['DIGITS_LOST']],
  ['businesses', 'vat', '1234560926', ['LENGTH']],
  ['businesses', 'vat', '1234560084.0', ['LENGTH']],
  ['products', 'ean1', '800123456789.0', ['EAN']],
  ['products', 'pharmacyCode', '12345674.0', ['PHARMACY_CODE']],
  ['products', 'pharmacyCode', '99999.0', ['PHARMACY_CODE']],
  ['products', 'ean1', '1E5', ['LENGTH']],
  ['stores', 'code', '8,03E+12', ['DIGITS_LOST']],
  ['stores', 'code', '8E+12', ['DIGITS_LOST']],
  ['stores', 'code', '1.23456789E9', ['DIGITS_LOST']],
  ['patients', 'lastName', 'NULL', ['MISSING']],
  ['patients', 'birthDate', 'NaT', ['MISSING']],
  ['patients', 'birthDate', '01/01/1980 14:30', ['DATE']],
  ['patients', 'birthDate', '31/02/1980', ['DATE']],
  ['patients', 'birthDate', '16/05/2026', ['FUTURE_DATE']],
  ['patients', 'gender', 'x', ['WORD', 'M', 'F']],
  ['patients', 'lastName', 'NiccolÃ²', ['GARBLED']],
  ['patients', 'lastName', 'CittÃ', ['GARBLED']],
  ['patients', 'lastName', 'Niccol\uFFFD', ['GARBLED']],
] as const)('rules §10 refuses of a file of %s as %s: %s', (kind, column, cell, why) => {
  expect(readCell(kind, column, cell)).toEqual(why);
});

const HOMOCODIC = `RSSMRAULALMB354${fiscalCodeCheckCharacter('RSSMRAULALMB354')}`;
const PERSON = ['fiscalCode', 'firstName', 'lastName', 'gender', 'birthDate', 'otpMode'];

test.each([
  ['the same', 'RSSMRA80A01B354W', 'M', '1980-01-01', null],
  ['another day', 'RSSMRA80A01B354W', 'M', '1980-01-02', ['BIRTH_DATE_DIFFERS']],
  ['another gender', 'RSSMRA80A01B354W', 'F', '1980-01-01', ['GENDER_DIFFERS']],
  ['a homocodic code', HOMOCODIC, 'M', '1980-01-01', null],
  ['a homocodic code of a woman', HOMOCODIC, 'F', '1980-01-01', ['GENDER_DIFFERS']],
  ['a provisional code, which says nothing', '01234560926', 'F', '2026-01-01', null],
])('rules §10 patients: birth date and gender beside the fiscal code: %s', (_what, code, gender, born, warned) => {
  const [head, line] = rowsOf(PERSON, [code, 'Mario', 'Rossi', gender, born, 'PIN']) as [SheetRow, SheetRow];
  const { problems, warnings } = readLine(line, readHeader(head, [line], KINDS.patients, []), KINDS.patients, READING);
  expect(problems).toBeNull();
  expect(warnings?.map(({ reason }) => reason) ?? null).toEqual(warned);
});

const FORMS: Readonly<Record<ImportKind, Readonly<Record<string, z.ZodMiniType>>>> = {
  asl: adminAsl.calls.create.body.shape,
  businesses: adminBusinesses.calls.create.body.shape,
  stores: adminStores.calls.create.body.shape,
  users: adminUsers.calls.create.body.shape,
  products: adminProducts.calls.create.body.shape,
  patients: adminPatients.calls.create.body.shape,
};
/** A form sends numbers, days and chosen words; a file has them as people write them. */
const CHOSEN = ['latitude', 'longitude', 'refPrice', 'birthDate', 'gender', 'otpMode', 'profile', 'categoryType'];
/** Texts that a form or a file may bring to any field. */
const TEXTS = [
  'x',
  '0',
  ' a\u00A0 b ',
  'a\nb',
  'a\r\n\r\nb',
  'a\tb',
  'a\0b',
  'a\u202Eb\u200B',
  'a\uD800b',
  '\u200B',
  'a‘b’—“c”',
  'e\u0300',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  'http://a.example/b',
  'a.example:8080',
  '<b>x</b>',
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(500),
  'x'.repeat(501),
  `${'x'.repeat(240)}@a.example`,
  `https://${'x'.repeat(500)}.example`,
];

test.each(IMPORT_KINDS)('rules §11 %s: a field has one rule, whichever way it comes', (kind) => {
  const shared = KINDS[kind].columns.filter(({ name }) => name in FORMS[kind] && !CHOSEN.includes(name));
  expect(shared.length).toBeGreaterThan(1);
  for (const { name, example } of shared) {
    for (const text of [example, ...TEXTS]) {
      const form = FORMS[kind][name]?.safeParse(text);
      const cell = readCell(kind, name, text);
      expect([name, text, Array.isArray(cell) ? 'refused' : cell]).toEqual([
        name,
        text,
        form?.success ? form.data : 'refused',
      ]);
    }
  }
});
