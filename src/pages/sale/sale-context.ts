import type { SaleContext } from '#src/components/sale-facts/sale-facts.tsx';
import type { Sale } from '#src/hooks/sale-store.ts';
import type { SaleState } from './sale-reducer.ts';

/** From the server's cart, otherwise from the target of the opened cart. */
export function saleContext(sale: Sale, { cart, openedFor }: SaleState): SaleContext {
  const { patient } = sale;
  const opened = patient.activeVouchers.find(({ voucherId }) => voucherId === openedFor?.voucherId);
  return {
    patient,
    store: cart?.store?.name ?? (sale.kind === 'new' ? sale.storeName : undefined),
    voucher: (cart?.voucher ?? opened)?.code,
  };
}
