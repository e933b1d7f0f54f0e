import { expect, test } from 'vitest';
import { money, sum } from '#contract/rules/money.ts';
import { renderCsv } from '#server/documents/sheet-file.ts';
import { dayCell, monthCell, type Row } from '#server/documents/sheet.ts';
import { type StoreTransaction, storeTransactionsSheet } from '#server/purchases/store-transactions.ts';
import { inBatchesOf, readAll } from './batches.ts';

function csvOf(row: Row): Promise<string> {
  return readAll(renderCsv({ columns: ['A'], batches: inBatchesOf([]), toRows: () => [], facts: () => [row] }));
}

function transactionsOf(...transactions: readonly StoreTransaction[]): Promise<string> {
  const controlTotal = sum(transactions.map(({ amount }) => amount));
  const [first, last] = [transactions[0]?.at, transactions.at(-1)?.at];
  const period = first && last ? { first, last } : null;
  const totals = () => ({ count: transactions.length, period, controlTotal });
  return readAll(renderCsv(storeTransactionsSheet({ ...shop, transactions: inBatchesOf(transactions), totals })));
}

test('rules §7 CSV: byte order mark, semicolon, decimal comma, Rome time', async () => {
  const csv = await csvOf([
    'Caffè',
    3,
    money('-1234.5'),
    new Date('2026-05-15T22:30:00Z'),
    39.2154,
    dayCell('1980-01-02'),
    monthCell('2026-11-01'),
  ]);
  expect(csv).toBe('\uFEFFA\r\nCaffè;3;-1234,50;16/05/2026 00:30:00;39,2154;02/01/1980;11/2026\r\n');
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '＝1', '－1'])(
  'rules §7 CSV: text that begins like the formula %j is neutralised',
  async (text) => {
    expect(await csvOf([text])).toContain(`'${text}`);
  },
);

test('rules §7 CSV: separators, quotes and line ends inside a cell stay in it', async () => {
  expect(await csvOf(['a;b', 'say "hi"', 'two\nlines'])).toBe('\uFEFFA\r\n"a;b";"say ""hi""";"two\nlines"\r\n');
});

const shop = {
  companyName: '=Emporio',
  vat: '01234580923',
  storeCode: 'PV1',
  storeName: 'Centro',
  madeAt: new Date('2026-05-15T08:00:00Z'),
  requester: { name: 'Anna Serra', organisation: 'Emporio' },
};

const entry = {
  at: new Date('2026-05-05T09:30:00Z'),
  kind: 'SALE',
  purchaseId: 7,
  patientFiscalCode: 'RSSMRA80A01B354X',
  voucherCode: 'B-100',
  payer: 'ASL n. 8 di Cagliari',
  amount: money('12.3'),
} as const;

const cancellation = {
  ...entry,
  kind: 'CANCELLATION',
  at: new Date('2026-06-01T10:00:00Z'),
  amount: money('-12.3'),
} as const;

test('rules §6, §7 store transactions: a row each, a cancellation with its own date and a minus, then for whom, and the control total', async () => {
  const kept = { ...entry, purchaseId: 8, amount: money('0.05') };
  expect((await transactionsOf(entry, kept, cancellation)).split('\r\n')).toEqual([
    '\uFEFFData e ora;Operazione;Numero acquisto;Codice fiscale assistito;Codice buono;Azienda sanitaria;Importo (€)',
    '05/05/2026 11:30:00;Acquisto;7;RSSMRA80A01B354X;B-100;ASL n. 8 di Cagliari;12,30',
    '05/05/2026 11:30:00;Acquisto;8;RSSMRA80A01B354X;B-100;ASL n. 8 di Cagliari;0,05',
    '01/06/2026 12:00:00;Storno;7;RSSMRA80A01B354X;B-100;ASL n. 8 di Cagliari;-12,30',
    '',
    'Documento generato il;15/05/2026 10:00:00',
    'Generato per;Anna Serra;Emporio',
    "Esercente;'=Emporio;Partita IVA;01234580923",
    'Punto vendita;Centro;Codice;PV1',
    'Periodo;05/05/2026 11:30:00;01/06/2026 12:00:00',
    'Numero transazioni;3',
    'Totale di controllo (€);0,05',
    '',
  ]);
});

test('§7 store transactions: a store without any gives a file that says so', async () => {
  const text = await transactionsOf();
  expect(text).toContain('Periodo;Nessuna transazione');
  expect(text).toContain('Totale di controllo (€);0,00');
});
