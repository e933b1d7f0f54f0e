import { formatDay, formatInstant, formatMonth } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { madeFacts, madeNote, madeRows } from '#server/documents/made.ts';
import type { Column, Party, PdfDocument, PdfPart, TableCell } from '#server/documents/pdf.ts';
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

function totalsRow(first: TableCell, { purchases, cancellations, total }: Totals): Row {
  return [
    first,
    String(purchases.count),
    formatTotal(purchases.amount),
    String(cancellations.count),
    formatTotal(cancellations.amount),
    formatTotal(total),
  ];
}

function operationsOf({ ofPeriod, correctionsSubtotal }: BillTotals): number {
  return ofPeriod.purchases.count + ofPeriod.cancellations.count + correctionsSubtotal.count;
}

function summaryTable(totals: BillTotals): PdfPart {
  const { ofPeriod, correctionsSubtotal, grandTotal } = totals;
  const { purchases, cancellations } = ofPeriod;
  return {
    kind: 'table',
    section: 'Riepilogo',
    columns: SUMMARY,
    rows: [
      ['Vendite del periodo', String(purchases.count), formatTotal(purchases.amount)],
      ['Storni di vendite del periodo', String(cancellations.count), formatTotal(cancellations.amount)],
      ['Totale del periodo', String(purchases.count + cancellations.count), formatTotal(ofPeriod.total)],
      [
        'Rettifiche di vendite di periodi precedenti',
        String(correctionsSubtotal.count),
        formatTotal(correctionsSubtotal.amount),
      ],
    ],
    totals: ['Totale generale', String(operationsOf(totals)), formatTotal(grandTotal)],
  };
}

function closedMonthsTable({ closedMonths }: Bill): PdfPart {
  const rows = closedMonths.map(({ month, closeTime, rows: count, controlTotal }): Row => {
    return [formatMonth(month), formatInstant(closeTime), String(count), controlTotal];
  });
  return { kind: 'table', section: 'Mesi chiusi', columns: CLOSED_MONTHS, rows, isDense: true };
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

function correctionsTable({ corrections, correctionsSubtotal }: BillTotals, isOfAll: boolean): PdfPart {
  const rest = correctionsSubtotal.count - corrections.length;
  const more = rest > 0 ? [['', '', '', `Altre ${rest}, nel dettaglio`, '']] : [];
  return {
    kind: 'table',
    section: 'Rettifiche di vendite di periodi precedenti',
    columns: CORRECTIONS,
    rows: [...corrections.map((entry) => correctionRow(entry, isOfAll)), ...more],
    totals: ['', '', '', 'Totale rettifiche', formatTotal(correctionsSubtotal.amount)],
    isDense: true,
  };
}

function totalsTables({ days, stores, businesses, ofPeriod }: BillTotals, isOfAll: boolean): readonly PdfPart[] {
  const table = (section: string, column: string, rows: readonly Row[]): PdfPart => ({
    kind: 'table',
    section,
    columns: totalsColumns(column),
    rows,
    totals: totalsRow('Totale del periodo', ofPeriod),
    isDense: true,
  });
  if (days.length === 0) return [];
  const ofDays = days.map((entry) => totalsRow(formatDay(entry.day), entry.totals));
  const ofStores = stores.map((entry) => totalsRow(storeCell(entry, isOfAll), entry.totals));
  const ofCompanies = businesses.map((entry) =>
    totalsRow([entry.business.companyName, `P. IVA ${entry.business.vat}`], entry.totals),
  );
  return [
    table('Totali per giorno', 'Giorno', ofDays),
    table('Totali per punto vendita', 'Punto vendita', ofStores),
    ...(isOfAll ? [table('Totali per esercente', 'Esercente', ofCompanies)] : []),
  ];
}

/**
 * The billing summary of a period in A4 (§2): the overall totals, the closed months, totals by day, store and (for several
 * companies) company, corrections of earlier sales in their own table, and the same control total as in the detail
 * (rules §7).
 */
export function billSummary(bill: Bill, totals: BillTotals): PdfDocument {
  const { madeAt, requester, period, isPeriodOver } = bill;
  const isOfAll = bill.payee === null;
  const days = `dal ${formatDay(period.first)} al ${formatDay(period.last)}`;
  const control = formatTotal(totals.grandTotal);
  const open = `PERIODO NON CONCLUSO: OPERAZIONI FINO AL ${formatInstant(madeAt)}`;
  return {
    title: `Prospetto di fatturazione ${days}`,
    author: requester.organisation,
    madeAt,
    parts: [
      {
        kind: 'title',
        title: 'Prospetto di fatturazione',
        subject: days,
        date: 'Periodo, giorni estremi compresi',
      },
      ...(isPeriodOver ? [] : [{ kind: 'banner', text: open } as const]),
      { kind: 'parties', parties: [payee(bill, totals), payer(bill)] },
      {
        kind: 'facts',
        facts: [...madeFacts(bill), ['Operazioni', String(operationsOf(totals))], ['Totale di controllo', control]],
      },
      summaryTable(totals),
      ...(bill.closedMonths.length > 0 ? [closedMonthsTable(bill)] : []),
      ...totalsTables(totals, isOfAll),
      ...(totals.corrections.length > 0 ? [correctionsTable(totals, isOfAll)] : []),
    ],
    note: `Prospetto ${days} · ${madeNote(bill, `Totale di controllo ${control}`)}`,
  };
}

async function factsOf(bill: Bill): Promise<readonly SheetRow[]> {
  const { payer, payee, period } = bill;
  const totals = await bill.totals();
  const { ofPeriod } = totals;
  const written = bill.written();
  return [
    ...madeRows(bill),
    payee ? ['Esercente', payee.companyName, 'Partita IVA', payee.vat] : ['Esercente', 'Tutti gli esercenti'],
    ['Ente pagatore', payer.name, 'Codice', payer.code],
    ['Periodo', dayCell(period.first), dayCell(period.last)],
    ...(bill.isPeriodOver ? [] : [['Periodo non concluso: operazioni fino al', bill.madeAt]]),
    ['Righe di dettaglio', written.count],
    ['Operazioni', operationsOf(totals)],
    ['Vendite del periodo (€)', ofPeriod.purchases.amount],
    ['Storni di vendite del periodo (€)', ofPeriod.cancellations.amount],
    ['Totale del periodo (€)', ofPeriod.total],
    ['Rettifiche di vendite di periodi precedenti (€)', totals.correctionsSubtotal.amount],
    ['Totale generale (€)', totals.grandTotal],
    ['Totale di controllo (€)', written.total],
    ...bill.closedMonths.map(({ month, closeTime, rows, controlTotal }) => [
      `Mese chiuso ${formatMonth(month)}`,
      closeTime,
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
