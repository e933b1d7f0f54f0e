import { formatDay } from '#contract/rules/dates.ts';
import type { AmcOrderDocument } from '#server/domain/amc-orders/read-order-document.ts';
import type { OrderTotals } from '#server/domain/amc-orders/total-order.ts';
import texts from '../../../public/locales/it/table.json' with { type: 'json' };
import { type Cell, renderCsv } from '../csv/render-csv.ts';
import { ENTRY_COLUMNS, entryRows } from '../csv/entry-rows.ts';

function period({ days }: OrderTotals): readonly Cell[] {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return first && last ? ['Periodo', formatDay(first), formatDay(last)] : ['Periodo', 'Nessun acquisto'];
}

function factsOf(content: AmcOrderDocument): readonly (readonly Cell[])[] {
  const { order, business, store, payer, requester } = content;
  const totals = content.totals();
  return [
    [],
    ['Documento generato il', content.madeAt],
    ['Generato per', requester.name, requester.organisation],
    ['Ordine AMC', order.amcOrderId, 'del', order.orderedAt],
    ['Stato ESB', texts.status.esbOrder[order.esbStatus], ...(order.esbReason === null ? [] : [order.esbReason])],
    ['Esercente', business.companyName, 'Partita IVA', business.vat],
    ['Punto vendita', store.name, 'Codice', order.storeCode, 'Distretto', order.districtCode],
    ['Ente pagatore', payer.name, 'Codice', payer.code],
    period(totals),
    ['Numero acquisti', totals.purchaseCount],
    ['Righe di dettaglio', totals.lineCount],
    ['Totale ordine (€)', order.amount],
    ['Totale di controllo (€)', totals.controlTotal],
  ];
}

/**
 * The detail of an AMC order as CSV (§7): one row for each product line, then the parties, the period, the time, the
 * requester and the same totals as in the summary (rules §7).
 */
export function renderOrderDetail(content: AmcOrderDocument): AsyncIterable<Buffer> {
  return renderCsv({
    columns: ENTRY_COLUMNS,
    batches: content.entries,
    toRows: entryRows,
    facts: () => factsOf(content),
  });
}
