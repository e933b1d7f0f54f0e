import type { AmcOrderDocument } from '#server/domain/amc-orders/read-order-document.ts';
import type { OrderTotals } from '#server/domain/amc-orders/total-order.ts';
import texts from '../../../public/locales/it/table.json' with { type: 'json' };
import type { Entry } from '#server/domain/ledger/entry.ts';
import { ENTRY_COLUMNS, entryRows } from '../sheets/entry-rows.ts';
import { type Row, type Sheet, dayCell } from '../sheets/sheet.ts';

function period({ days }: OrderTotals): Row {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return first && last ? ['Periodo', dayCell(first), dayCell(last)] : ['Periodo', 'Nessun acquisto'];
}

function factsOf(content: AmcOrderDocument): readonly Row[] {
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
 * The detail of an AMC order (§7): one row for each product line, then the parties, the period, the time, the requester
 * and the same totals as in the summary (rules §7).
 */
export function orderDetailSheet(content: AmcOrderDocument): Sheet<Entry> {
  return { columns: ENTRY_COLUMNS, batches: content.entries, toRows: entryRows, facts: () => factsOf(content) };
}
