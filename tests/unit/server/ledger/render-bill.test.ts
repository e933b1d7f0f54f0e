import { expect, test } from 'vitest';
import { addDays, startOfDay } from '#contract/rules/dates.ts';
import { formatTotal, money } from '#contract/rules/money.ts';
import { drawPdf } from '#server/documents/draw-pdf.ts';
import { renderCsv } from '#server/documents/sheet-file.ts';
import { billDetailSheet, billSummary } from '#server/ledger/bill-documents.ts';
import type { Bill, BillTotals } from '#server/ledger/bill.ts';
import type { Entry } from '#server/ledger/entries.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { inBatchesOf, readAll } from '../documents/batches.ts';

const business = { businessId: 1, companyName: '=Emporio', vat: '01234580923' };
const store = { storeId: 31, code: 'PV31', name: 'Čakra & Lumière', city: 'Nuoro' };

function subtotal(count: number, amount: string) {
  return { count, amount: money(amount) };
}

function totalsOf(total: string) {
  return { purchases: subtotal(2, total), cancellations: subtotal(0, '0'), total: money(total) };
}

const correction: Entry = {
  kind: 'CANCELLATION',
  at: new Date('2026-10-05T08:00:00Z'),
  purchasedAt: new Date('2026-09-30T08:00:00Z'),
  purchaseId: 77,
  patientId: 5,
  voucherCode: 'B-77',
  business,
  store,
  lines: [
    {
      productId: 3,
      productName: '+Pane',
      ean1: '0123456789050',
      manufacturer: 'Mulino',
      vatRate: null,
      quantity: -2,
      unitPrice: money('0.415833'),
      total: money('-0.83'),
    },
  ],
  amount: money('-0.83'),
};

const days = Array.from({ length: 31 }, (_, index) => ({ day: addDays('2026-10-01', index), totals: totalsOf('10') }));

const totals: BillTotals = {
  days,
  stores: Array.from({ length: 40 }, () => ({ business, store, totals: totalsOf('7.75') })),
  businesses: [{ business, totals: totalsOf('310') }],
  ofPeriod: totalsOf('310'),
  corrections: Array.from({ length: 60 }, () => correction),
  correctionsSubtotal: subtotal(60, '-49.80'),
  grandTotal: money('260.20'),
};

const bill: Bill = {
  madeAt: new Date('2026-11-03T09:00:00Z'),
  requester: { name: 'Nome Cognome', organisation: 'ASL Nuoro' },
  period: { first: '2026-10-01', last: '2026-10-31' },
  isPeriodOver: true,
  closedMonths: [],
  payer: { code: 'ASL3', name: 'ASL Nuoro' },
  payee: null,
  entries: inBatchesOf([correction]),
  written: () => ({ count: 122, total: money('260.20') }),
  totals: () => Promise.resolve(totals),
};

test('rules §7 bill: period, control total, when it was made and the page number stand on every page', async () => {
  const { texts, pages } = readPdf(await drawPdf(billSummary(bill, totals)));
  expect(pages.length).toBeGreaterThan(3);
  const note = `Prospetto dal 01/10/2026 al 31/10/2026 · Documento generato il 03/11/2026 10:00:00 · Totale di controllo ${formatTotal(money('260.2'))}`;
  expect(texts.filter((text) => text === note)).toHaveLength(pages.length);
  for (const [index] of pages.entries()) expect(texts).toContain(`Pagina ${index + 1} di ${pages.length}`);
});

test('rules §7 bill: days, stores, companies and corrections, each with its total', async () => {
  const { texts } = readPdf(await drawPdf(billSummary(bill, totals)));
  expect(texts).toEqual(
    expect.arrayContaining([
      'Totali per giorno',
      'Totali per punto vendita',
      'Totali per esercente',
      'Totale rettifiche',
    ]),
  );
  for (const { day } of days) expect(texts).toContain(`${day.slice(8)}/10/2026`);
  expect(texts.filter((text) => text === 'Totale del periodo')).toHaveLength(4);
  expect(texts.filter((text) => text === '77')).toHaveLength(60);
  expect(texts.join('')).toContain('Čakra & Lumière');
});

test('rules §7 bill: a bill of one company has no table of companies, one without corrections none of these', async () => {
  const payee = { companyName: 'Emporio del Corso', address: 'Via Roma 1', vat: '01234580923', fiscalCode: 'X' };
  const none = { ...totals, corrections: [], correctionsSubtotal: subtotal(0, '0') };
  const { texts } = readPdf(await drawPdf(billSummary({ ...bill, payee }, none)));
  expect(texts).not.toContain('Totali per esercente');
  expect(texts).not.toContain('Totale rettifiche');
  expect(texts).toContain('Emporio del Corso');
});

test('rules §7 bill: a period that is not over says until when it counts, in both documents', async () => {
  const open = { ...bill, isPeriodOver: false, madeAt: startOfDay('2026-10-20') };
  expect(readPdf(await drawPdf(billSummary(open, totals))).texts).toContain(
    'PERIODO NON CONCLUSO: OPERAZIONI FINO AL 20/10/2026 00:00:00',
  );
  expect(await readAll(renderCsv(billDetailSheet(open)))).toContain(
    'Periodo non concluso: operazioni fino al;20/10/2026 00:00:00',
  );
});

test('rules §7 CSV: a row for each product line, prices with all their decimals, formulas neutralised', async () => {
  const [, row] = (await readAll(renderCsv(billDetailSheet(bill)))).split('\r\n');
  expect(row).toBe(
    "05/10/2026 10:00:00;Storno;77;30/09/2026 10:00:00;'=Emporio;01234580923;PV31;Čakra & Lumière;B-77;0123456789050;'+Pane;Mulino;-2;0,415833;-0,83",
  );
});

test('rules §7 CSV: batches follow each other without a second head, and the totals are asked for after the last', async () => {
  let read = 0;
  const counted = async function* () {
    for await (const batch of inBatchesOf([correction], [correction], [])) {
      read += batch.length;
      yield batch;
    }
  };
  const detail = { ...bill, entries: counted(), written: () => ({ count: read, total: money('-1.66') }) };
  const rows = (await readAll(renderCsv(billDetailSheet(detail)))).split('\r\n');
  expect(rows.map((row) => row.split(';')[1]).slice(0, 4)).toEqual(['Operazione', 'Storno', 'Storno', undefined]);
  expect(rows).toEqual(expect.arrayContaining(['Righe di dettaglio;2', 'Totale di controllo (€);-1,66']));
});

test('rules §7 bill: where corrections are too many to be named, the summary says how many more there are', async () => {
  const many = { ...totals, correctionsSubtotal: subtotal(75, '-62.25') };
  const { texts } = readPdf(await drawPdf(billSummary(bill, many)));
  expect(texts).toContain('Altre 15, nel dettaglio');
});
