import type { AmcOrder } from '#server/domain/amc-orders/amc-order.ts';
import type { OrderList } from '#server/domain/amc-orders/read-order-list.ts';
import { periodCells } from '../filter-facts.ts';
import type { Row, Sheet } from '../sheets/sheet.ts';
import { orderFilters } from './order-filters.ts';
import texts from '../../../public/locales/it/table.json' with { type: 'json' };

const COLUMNS = [
  'Numero ordine',
  'Data ordine',
  'Esercente',
  'Codice punto vendita',
  'Punto vendita',
  'Distretto',
  'Ente pagatore',
  'Stato ESB',
  'Motivo',
  'Importo (€)',
];

function toRow(order: AmcOrder): Row {
  const { amcOrderId, orderedAt, businessName, storeCode, storeName, districtCode, asl, esbReason } = order;
  return [
    ...[amcOrderId, orderedAt, businessName, storeCode, storeName, districtCode, asl.name],
    ...[texts.status.esbOrder[order.esbStatus], esbReason ?? '', order.amount],
  ];
}

function factsOf(content: OrderList): readonly Row[] {
  const { valid, rejected, leftOut } = content.totals();
  return [
    [],
    ['Documento generato il', content.madeAt],
    ['Generato per', content.requester.name, content.requester.organisation],
    ['Periodo', ...periodCells(content.filters)],
    ['Filtri', orderFilters(content)],
    ['Numero ordini', valid.count + rejected.count],
    ['di cui rifiutati', rejected.count],
    ...(leftOut > 0 ? [['Ordini non leggibili', leftOut]] : []),
    ['Totale ordini rifiutati (€)', rejected.amount],
    ['Totale di controllo (€)', valid.amount],
  ];
}

/** The AMC orders: one row each, then the requester and the same control total as in the PDF. */
export function orderListSheet(content: OrderList): Sheet<AmcOrder> {
  return {
    columns: COLUMNS,
    batches: content.orders,
    toRows: (batch) => batch.map(toRow),
    facts: () => factsOf(content),
  };
}
