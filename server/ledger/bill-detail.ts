import { formatMonth } from '#contract/rules/dates.ts';
import { dayCell, type Row, type Sheet } from '#server/documents/sheet.ts';
import type { Bill } from './bill.ts';
import type { Entry } from './entries.ts';
import { ENTRY_COLUMNS, entryRows } from './entry-rows.ts';

function factsOf(bill: Bill): readonly Row[] {
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
