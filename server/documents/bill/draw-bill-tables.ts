import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Pdf } from '../pdf/create-pdf.ts';
import { drawSection } from '../pdf/draw-section.ts';
import { type Column, type TableCell, drawTable } from '../pdf/draw-table.ts';
import type { BalanceContent, BillContent, EntryContent } from './bill-content.ts';

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

function balanceColumns(title: string): readonly Column[] {
  return [
    { title, align: 'left' },
    { title: 'N. vendite', width: 58, align: 'right' },
    { title: 'Vendite', width: 80, align: 'right' },
    { title: 'N. storni', width: 54, align: 'right' },
    { title: 'Storni', width: 74, align: 'right' },
    { title: 'Totale', width: 80, align: 'right' },
  ];
}

function balanceRow(first: TableCell, { sales, cancellations, net }: BalanceContent): Row {
  return [
    first,
    String(sales.count),
    formatTotal(sales.amount),
    String(cancellations.count),
    formatTotal(cancellations.amount),
    formatTotal(net),
  ];
}

function drawSummary(pdf: Pdf, { balance, correctionsSubtotal, grandTotal }: BillContent, top: number): number {
  const { sales, cancellations, net } = balance;
  const rows: readonly Row[] = [
    ['Vendite del periodo', String(sales.count), formatTotal(sales.amount)],
    ['Storni di vendite del periodo', String(cancellations.count), formatTotal(cancellations.amount)],
    ['Totale del periodo', String(sales.count + cancellations.count), formatTotal(net)],
    [
      'Rettifiche di vendite di periodi precedenti',
      String(correctionsSubtotal.count),
      formatTotal(correctionsSubtotal.amount),
    ],
  ];
  const operations = sales.count + cancellations.count + correctionsSubtotal.count;
  const totals = ['Totale generale', String(operations), formatTotal(grandTotal)];
  return drawTable(pdf, { columns: SUMMARY, rows, totals }, drawSection(pdf, 'Riepilogo', top));
}

function drawBalances(pdf: Pdf, title: string, column: string, rows: readonly Row[], bill: BillContent, top: number) {
  const totals = balanceRow('Totale del periodo', bill.balance);
  const table = { columns: balanceColumns(column), rows, totals, isDense: true };
  return drawTable(pdf, table, drawSection(pdf, title, top));
}

function storeCell({ store, business }: Pick<EntryContent, 'store' | 'business'>, isOfAll: boolean): TableCell {
  const place = `${store.code} · ${store.city}`;
  return [store.name, isOfAll ? `${place} · ${business.companyName}` : place];
}

function correctionRow(entry: EntryContent, isOfAll: boolean): Row {
  const { purchaseId, soldAt, at, amount } = entry;
  return [String(purchaseId), formatInstant(soldAt), formatInstant(at), storeCell(entry, isOfAll), formatTotal(amount)];
}

function drawCorrections(pdf: Pdf, { corrections, correctionsSubtotal, payee }: BillContent, top: number): number {
  if (corrections.length === 0) return top;
  const below = drawSection(pdf, 'Rettifiche di vendite di periodi precedenti', top);
  const totals = ['', '', '', 'Totale rettifiche', formatTotal(correctionsSubtotal.amount)];
  const rows = corrections.map((entry) => correctionRow(entry, payee === null));
  return drawTable(pdf, { columns: CORRECTIONS, rows, totals, isDense: true }, below);
}

/** Draws the totals in all, by day, by store, by company where there are many, and the corrections apart. */
export function drawBillTables(pdf: Pdf, bill: BillContent, top: number): number {
  const isOfAll = bill.payee === null;
  const belowSummary = drawSummary(pdf, bill, top);
  if (bill.days.length === 0) return drawCorrections(pdf, bill, belowSummary);
  const days = bill.days.map(({ day, balance }) => balanceRow(formatDay(day), balance));
  const belowDays = drawBalances(pdf, 'Totali per giorno', 'Giorno', days, bill, belowSummary);
  const stores = bill.stores.map((entry) => balanceRow(storeCell(entry, isOfAll), entry.balance));
  const belowStores = drawBalances(pdf, 'Totali per punto vendita', 'Punto vendita', stores, bill, belowDays);
  const companies = bill.businesses.map(({ business, balance }) =>
    balanceRow([business.companyName, `P. IVA ${business.vat}`], balance),
  );
  const belowCompanies = isOfAll
    ? drawBalances(pdf, 'Totali per esercente', 'Esercente', companies, bill, belowStores)
    : belowStores;
  return drawCorrections(pdf, bill, belowCompanies);
}
