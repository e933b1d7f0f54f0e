import { expect, test } from 'vitest';
import { formatTotal, formatUnitPrice, money } from '#contract/rules/money.ts';
import { drawPdf } from '#server/documents/draw-pdf.ts';
import type { Receipt } from '#server/purchases/read-receipt.ts';
import { receiptDocument, rollReceiptDocument } from '#server/purchases/render-receipt.ts';
import type { Line } from '#server/sale/stored-cart.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { readQrCode } from '#tests/qr-code.ts';

const MADE_AT = new Date('2026-05-15T08:00:00Z');
const A4 = '595.28 841.89';

function line(name: string): Line {
  return {
    quantity: 3,
    pricePerUnit: money('1.333333'),
    totalPrice: money('4'),
    product: {
      productId: 1,
      name,
      ean1: '0123456789050',
      pharmacyCode: null,
      refPrice: money('1.333333'),
      categoryType: 'CELIAC',
      categories: [],
      isOffered: true,
      manufacturer: { manufacturerId: 1, name: 'Mulino di Sardegna' },
    },
  };
}

function receipt(other: Partial<Receipt> = {}): Receipt {
  return {
    purchaseId: 4711,
    createdAt: new Date('2026-05-15T07:30:00Z'),
    status: 'ACTIVE',
    cancelledAt: null,
    business: {
      companyName: 'Caffè & Più S.r.l.',
      address: 'Via Roma 1',
      vat: '01234560925',
      fiscalCode: '09876540925',
    },
    store: { name: 'Centro', address: 'Via Garibaldi 7, Cagliari' },
    patient: { firstName: 'Mario', lastName: 'Rossi', fiscalCode: 'RSSMRA80A01B354X', birthDate: '1980-01-01' },
    payer: 'ASL n. 8 di Cagliari',
    voucher: { code: 'B-100', month: '2026-05-01', initialAmount: money('110') },
    lines: [line('Farina al taglio'), line('Caffè d’orzo')],
    itemsAmount: money('8'),
    residualAfter: money('102'),
    ...other,
  };
}

const PROOF = 'https://buoni.example.org/verifica-ricevuta#AAAAAAB7q1mW9mX0Y2Jt0cQd2nVb7w';

test('§2 step 4 receipt: it says who sold, who bought, what, how much, what is left, when and its number', async () => {
  const { texts, pages } = readPdf(await drawPdf(receiptDocument(receipt(), MADE_AT, PROOF)));
  expect(pages).toEqual([A4]);
  expect(texts).toEqual(
    expect.arrayContaining([
      'Acquisto n. 4711',
      'del 15/05/2026 09:30:00',
      'Caffè & Più S.r.l.',
      'Via Roma 1',
      '01234560925',
      '09876540925',
      'Rossi Mario',
      'RSSMRA80A01B354X',
      '01/01/1980',
      'B-100 (05/2026)',
      'ASL n. 8 di Cagliari',
      'Caffè d’orzo',
      'Mulino di Sardegna · EAN 0123456789050',
      formatTotal(money('110')),
      formatTotal(money('102')),
    ]),
  );
  expect(texts.filter((text) => text === formatTotal(money('4')))).toHaveLength(2);
});

test('rules §7 receipt: when it was made and the control total stand on every page, as does the page number', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => line(`Prodotto ${index + 1}`));
  const { texts, pages } = readPdf(await drawPdf(receiptDocument(receipt({ lines }), MADE_AT, PROOF)));
  expect(pages.length).toBeGreaterThan(1);
  const note = `Documento generato il 15/05/2026 10:00:00 · Totale di controllo ${formatTotal(money('8'))}`;
  expect(texts.filter((text) => text.endsWith(note))).toHaveLength(pages.length);
  expect(texts).toContain(`Pagina ${pages.length} di ${pages.length}`);
  expect(texts.filter((text) => text === 'Prezzo unitario')).toHaveLength(pages.length);
  expect(texts).toEqual(expect.arrayContaining(lines.map(({ product }) => product.name)));
});

test('design §5 accessible documents: a table over several pages is one table with one head, each note apart', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => line(`Prodotto ${index + 1}`));
  const { structure } = readPdf(await drawPdf(receiptDocument(receipt({ lines }), MADE_AT, PROOF)));
  const [table, ...others] = structure.filter(([name]) => name === 'Table');
  expect(others).toEqual([]);
  const [, head, ...rows] = table ?? [];
  const titles = ['N.', 'Prodotto', 'Quantità', 'Prezzo unitario', 'Importo'];
  expect(head).toEqual(['TR', ...titles.map((title) => ['TH Column', title])]);
  const note = 'Mulino di Sardegna · EAN 0123456789050';
  const amounts = [
    ['TD', '3'],
    ['TD', formatUnitPrice(money('1.333333'))],
    ['TD', formatTotal(money('4'))],
  ];
  expect(rows).toEqual(
    lines.map(({ product }, index) => ['TR', ['TD', String(index + 1)], ['TD', product.name, note], ...amounts]),
  );
});

test('§4 cancelled purchase: the receipt says when it was cancelled', async () => {
  const banner = 'ACQUISTO STORNATO IL 16/05/2026 12:00:00';
  const cancelledAt = new Date('2026-05-16T10:00:00Z');
  expect(readPdf(await drawPdf(receiptDocument(receipt({ cancelledAt }), MADE_AT, PROOF))).texts).toContain(banner);
  expect(readPdf(await drawPdf(receiptDocument(receipt(), MADE_AT, PROOF))).texts.join('\n')).not.toContain('STORNATO');
});

test.each([
  ['A4', receiptDocument],
  ['a roll', rollReceiptDocument],
])('§2 step 4 receipt: on %s a name stands as it is written, whatever its letters', async (_paper, documentOf) => {
  const patient = { firstName: 'Łucja', lastName: 'Čović-Παππάς', fiscalCode: 'X', birthDate: '1980-01-01' };
  expect(readPdf(await drawPdf(documentOf(receipt({ patient }), MADE_AT, PROOF))).texts.join('')).toContain(
    'Čović-Παππάς Łucja',
  );
});

test('§2 step 4 receipt for a roll of 58 mm: one page of that width, with everything within it', async () => {
  const { texts, pages } = readPdf(await drawPdf(rollReceiptDocument(receipt(), MADE_AT, PROOF, '58')));
  expect(pages.map((page) => Number(page.split(' ')[0]))).toEqual([164.41]);
  expect(texts.join(' ')).toContain('RSSMRA80A01B354X');
});

test('§2 step 4 receipt for a roll of 80 mm: one page of that width, as long as what it says', async () => {
  const short = readPdf(await drawPdf(rollReceiptDocument(receipt(), MADE_AT, PROOF)));
  expect(short.texts).toEqual(
    expect.arrayContaining([
      'Acquisto n. 4711 del 15/05/2026 09:30:00',
      'Caffè & Più S.r.l.',
      'RSSMRA80A01B354X',
      'EAN 0123456789050',
      formatTotal(money('8')),
      formatTotal(money('102')),
    ]),
  );
  expect(short.texts.join('\n')).not.toContain('STORNATO');
  const lines = Array.from({ length: 40 }, (_, index) => line(`Prodotto ${index + 1}`));
  const long = readPdf(await drawPdf(rollReceiptDocument(receipt({ lines }), MADE_AT, PROOF)));
  expect(long.texts).toEqual(expect.arrayContaining(lines.map(({ product }) => product.name)));
  const sizes = [short, long].flatMap(({ pages }) => pages.map((page) => page.split(' ').map(Number)));
  expect(sizes).toEqual([
    [226.77, expect.any(Number)],
    [226.77, expect.any(Number)],
  ]);
  expect(sizes[1]?.[1]).toBeGreaterThan(1.5 * (sizes[0]?.[1] ?? Infinity));
});

test('§4 cancelled purchase: the receipt of the roll says when it was cancelled', async () => {
  const cancelledAt = new Date('2026-05-16T10:00:00Z');
  const { texts } = readPdf(await drawPdf(rollReceiptDocument(receipt({ cancelledAt }), MADE_AT, PROOF)));
  expect(texts.join(' ')).toContain('ACQUISTO STORNATO IL 16/05/2026 12:00:00');
});

test.each([
  ['A4', receiptDocument],
  ['a roll', rollReceiptDocument],
])(
  '§2 step 4 receipt: on %s a camera reads the page that verifies it, and readers hear of it',
  async (_, documentOf) => {
    const { texts, structure, squares } = readPdf(await drawPdf(documentOf(receipt(), MADE_AT, PROOF)));
    expect(texts.join(' ').replaceAll('  ', ' ')).toContain('Per verificare questa ricevuta, inquadra il codice.');
    expect(JSON.stringify(structure)).toContain('Figure');
    expect(readQrCode(squares)).toBe(PROOF);
  },
);
