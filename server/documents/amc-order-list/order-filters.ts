import type { OrderList } from '#server/domain/amc-orders/read-order-list.ts';
import { filtersText } from '../filter-facts.ts';
import texts from '../../../public/locales/it/table.json' with { type: 'json' };

/** The filters besides the period, as text. */
export function orderFilters({ filters, filterNames }: OrderList): string {
  return filtersText([
    ['Numero ordine', filters.amcOrderId],
    ['Ente pagatore', filterNames.asl],
    ['Esercente', filterNames.business],
    ['Stato ESB', filters.esbStatus?.map((status) => texts.status.esbOrder[status]).join(', ')],
  ]);
}
