import { formatDay, formatInstant, formatMonth } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { type Column, drawTable, type TableCell } from '#server/documents/pdf-table.ts';
import {
  createPdf,
  drawBanner,
  drawFacts,
  drawFooters,
  drawParties,
  drawSection,
  drawTitle,
  finishPdf,
  type Party,
  type Pdf,
  readToEnd,
} from '#server/documents/pdf.ts';
import { dayCell, type Row as SheetRow, type Sheet } from '#server/documents/sheet.ts';
import type { Bill, BillTotals, Correction } from './bill.ts';
import { type Entry, ENTRY_COLUMNS, entryRows } from './entries.ts';
import type { Totals } from './sums.ts';

function payee({ payee: company }: Bill, { businesses }: BillTotals): Party {
  const title = 'Esercente';
  if (company === null) {
    const facts = [['Con operazioni', String(businesses.length)]] as const;
    return { title, name: 'Tutti gli esercenti', facts };
  }
  return {
    title,
    name: company.companyName,
    facts: [
      ['Sede', company.address],
      ['Partita IVA', company.vat],
      ['Codice fiscale', company.fiscalCode],
    ],
  };
}

function payer({ payer: { code, name } }: Bill): Party {
  return { title: 'Ente pagatore', name, facts: [['Codice', code]] };
}

/**
 * Draws the document's title, period, parties, time and requester.
 * @returns the y position below the heading
 */
function drawBillHeading(pdf: Pdf, bill: Bill, totals: BillTotals): number {
  const { period, madeAt, requester, isPeriodOver } = bill;
  const belowTitle = drawTitle(pdf, {
    title: 'Prospetto di fatturazione',
    subject: `dal ${formatDay(period.first)} al ${formatDay(period.last)}`,
    date: 'Periodo, giorni estremi compresi',
  });
  const open = `PERIODO NON CONCLUSO: OPERAZIONI FINO AL ${formatInstant(madeAt)}`;
  const belowBanner = isPeriodOver ? belowTitle : drawBanner(pdf, open, belowTitle);
  const belowParties = drawParties(pdf, payee(bill, totals), payer(bill), belowBanner);
  return drawFacts(
    pdf,
    [
      ['Documento generato il', formatInstant(madeAt)],
      ['Generato per', `${requester.name}\n${requester.organisation}`],
      ['Righe di dettaglio', String(totals.lineCount)],
      ['Totale di controllo', formatTotal(totals.controlTotal)],
    ],
    belowParties,
  );
}

type Row = readonly TableCell[];

const SUMMARY: readonly Column[] = [
  { title: 'Voce', align: 'left' },
  { title: 'Operazioni', width: 90, align: 'right' },
  { title: 'Importo', width: 110, align: 'right' },
];

const CORRECTIONS: readonly Column[] = [
  { title: 'Acquisto', width: 64, align: 'right' },
  { title: 'Venduto il', width: 106, align: 'left' },
  { title: 'Stornato il', width: 106, align: 'left' },
  { title: 'Punto vendita', align: 'left' },
  { title: 'Importo', width: 88, align: 'right' },
];

const CLOSED_MONTHS: readonly Column[] = [
  { title: 'Mese', width: 64, align: 'left' },
  { title: 'Chiuso il', width: 130, align: 'left' },
  { title: 'Operazioni', width: 90, align: 'right' },
  { title: 'Codice di controllo della chiusura', align: 'left' },
];

function totalsColumns(title: string): readonly Column[] {
  return [
    { title, align: 'left' },
    { title: 'N. vendite', width: 58, align: 'right' },
    { title: 'Vendite', width: 80, align: 'right' },
    { title: 'N. storni', width: 54, align: 'right' },
    { title: 'Storni', width: 74, align: 'right' },
    { title: 'Totale', width: 80, align: 'right' },
  ];
}

function totalsRow(first: TableCell, { sales, cancellations, total }: Totals): Row {
  return [
    first,
    String(sales.count),
    formatTotal(sales.amount),
    String(cancellations.count),
    formatTotal(cancellations.amount),
    formatTotal(total),
  ];
}

function drawSummary(pdf: Pdf, totals: BillTotals, top: number): Promise<number> {
  const { ofPeriod, correctionsSubtotal, grandTotal } = totals;
  const { sales, cancellations } = ofPeriod;
  const rows: readonly Row[] = [
    ['Vendite del periodo', String(sales.count), formatTotal(sales.amount)],
    ['Storni di vendite del periodo', String(cancellations.count), formatTotal(cancellations.amount)],
    ['Totale del periodo', String(sales.count + cancellations.count), formatTotal(ofPeriod.total)],
    [
      'Rettifiche di vendite di periodi precedenti',
      String(correctionsSubtotal.count),
      formatTotal(correctionsSubtotal.amount),
    ],
  ];
  const operations = sales.count + cancellations.count + correctionsSubtotal.count;
  const total = ['Totale generale', String(operations), formatTotal(grandTotal)];
  return drawTable(pdf, { columns: SUMMARY, rows, totals: total }, drawSection(pdf, 'Riepilogo', top));
}

function drawClosedMonths(pdf: Pdf, { closedMonths }: Bill, top: number): Promise<number> {
  const rows = closedMonths.map(({ month, closedAt, rows: count, controlTotal }): Row => {
    return [formatMonth(month), formatInstant(closedAt), String(count), controlTotal];
  });
  return drawTable(pdf, { columns: CLOSED_MONTHS, rows, isDense: true }, drawSection(pdf, 'Mesi chiusi', top));
}

interface TotalsTable {
  readonly title: string;
  /** The title of the first column. */
  readonly column: string;
  readonly rows: readonly Row[];
  /** The totals of all rows. */
  readonly ofPeriod: Totals;
}

function drawTotalsTable(pdf: Pdf, { title, column, rows, ofPeriod }: TotalsTable, top: number): Promise<number> {
  const totals = totalsRow('Totale del periodo', ofPeriod);
  const table = { columns: totalsColumns(column), rows, totals, isDense: true };
  return drawTable(pdf, table, drawSection(pdf, title, top));
}

function storeCell({ store, business }: Pick<Correction, 'store' | 'business'>, isOfAll: boolean): TableCell {
  const place = `${store.code} · ${store.city}`;
  return [store.name, isOfAll ? `${place} · ${business.companyName}` : place];
}

function correctionRow(entry: Correction, isOfAll: boolean): Row {
  const { purchaseId, purchasedAt, at, amount } = entry;
  return [
    String(purchaseId),
    formatInstant(purchasedAt),
    formatInstant(at),
    storeCell(entry, isOfAll),
    formatTotal(amount),
  ];
}

function drawCorrections(pdf: Pdf, totals: BillTotals, isOfAll: boolean, top: number): Promise<number> {
  const { corrections, correctionsSubtotal } = totals;
  const below = drawSection(pdf, 'Rettifiche di vendite di periodi precedenti', top);
  const rows = corrections.map((entry) => correctionRow(entry, isOfAll));
  const rest = correctionsSubtotal.count - corrections.length;
  const more = rest > 0 ? [['', '', '', `Altre ${rest}, nel dettaglio`, '']] : [];
  const total = ['', '', '', 'Totale rettifiche', formatTotal(correctionsSubtotal.amount)];
  return drawTable(pdf, { columns: CORRECTIONS, rows: [...rows, ...more], totals: total, isDense: true }, below);
}

function totalsTables({ days, stores, businesses, ofPeriod }: BillTotals, isOfAll: boolean): readonly TotalsTable[] {
  if (days.length === 0) return [];
  const ofDays = days.map((entry) => totalsRow(formatDay(entry.day), entry.totals));
  const ofStores = stores.map((entry) => totalsRow(storeCell(entry, isOfAll), entry.totals));
  const ofCompanies = businesses.map((entry) =>
    totalsRow([entry.business.companyName, `P. IVA ${entry.business.vat}`], entry.totals),
  );
  const companies = { title: 'Totali per esercente', column: 'Esercente', rows: ofCompanies, ofPeriod };
  return [
    { title: 'Totali per giorno', column: 'Giorno', rows: ofDays, ofPeriod },
    { title: 'Totali per punto vendita', column: 'Punto vendita', rows: ofStores, ofPeriod },
    ...(isOfAll ? [companies] : []),
  ];
}

/**
 * Draws the overall totals, the closed months, the totals by day, store and (for several companies) company, and the
 * corrections.
 */
async function drawBillTables(pdf: Pdf, bill: Bill, totals: BillTotals, top: number): Promise<void> {
  const isOfAll = bill.payee === null;
  let below = await drawSummary(pdf, totals, top);
  if (bill.closedMonths.length > 0) below = await drawClosedMonths(pdf, bill, below);
  for (const table of totalsTables(totals, isOfAll)) below = await drawTotalsTable(pdf, table, below);
  if (totals.corrections.length > 0) await drawCorrections(pdf, totals, isOfAll, below);
}

/**
 * The billing summary of a period as an A4 PDF (§2): totals by day, store and company, corrections of earlier sales in
 * their own table, and the same control total as in the detail (rules §7).
 */
export async function renderBillSummary(bill: Bill, signal?: AbortSignal): Promise<Buffer> {
  const { madeAt, requester, period } = bill;
  await readToEnd(bill.entries);
  const totals = bill.totals();
  const days = `dal ${formatDay(period.first)} al ${formatDay(period.last)}`;
  const pdf = await createPdf({
    title: `Prospetto di fatturazione ${days}`,
    author: requester.organisation,
    madeAt,
    signal,
  });
  await drawBillTables(pdf, bill, totals, drawBillHeading(pdf, bill, totals));
  const control = formatTotal(totals.controlTotal);
  drawFooters(
    pdf,
    `Prospetto ${days} · Documento generato il ${formatInstant(madeAt)} · Totale di controllo ${control}`,
  );
  return finishPdf(pdf);
}

function factsOf(bill: Bill): readonly SheetRow[] {
  const { payer, payee, period, requester } = bill;
  const { ofPeriod, ...totals } = bill.totals();
  return [
    [],
    ['Documento generato il', bill.madeAt],
    ['Generato per', requester.name, requester.organisation],
    payee ? ['Esercente', payee.companyName, 'Partita IVA', payee.vat] : ['Esercente', 'Tutti gli esercenti'],
    ['Ente pagatore', payer.name, 'Codice', payer.code],
    ['Periodo', dayCell(period.first), dayCell(period.last)],
    ...(bill.isPeriodOver ? [] : [['Periodo non concluso: operazioni fino al', bill.madeAt]]),
    ['Righe di dettaglio', totals.lineCount],
    ['Vendite del periodo (€)', ofPeriod.sales.amount],
    ['Storni di vendite del periodo (€)', ofPeriod.cancellations.amount],
    ['Totale del periodo (€)', ofPeriod.total],
    ['Rettifiche di vendite di periodi precedenti (€)', totals.correctionsSubtotal.amount],
    ['Totale generale (€)', totals.grandTotal],
    ['Totale di controllo (€)', totals.controlTotal],
    ...bill.closedMonths.map(({ month, closedAt, rows, controlTotal }) => [
      `Mese chiuso ${formatMonth(month)}`,
      closedAt,
      'Operazioni',
      rows,
      'Codice di controllo della chiusura',
      controlTotal,
    ]),
  ];
}

/**
 * The billing detail of a period (§2): one row for each product line, then the parties, the period, the time, the
 * requester and the same totals as in the summary (rules §7).
 */
export function billDetailSheet(bill: Bill): Sheet<Entry> {
  return { columns: ENTRY_COLUMNS, batches: bill.entries, toRows: entryRows, facts: () => factsOf(bill) };
}
