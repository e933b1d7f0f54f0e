import { patientOf } from '#tests/faults/fixture/people.ts';
import type { Cluster } from './cluster.ts';
import type { Sold } from './sellers.ts';

const FIRST_PATIENT = patientOf('sale', 0);

/** Queries for faults; after all sales each must find nothing. */
const FAULTS = {
  'vouchers that do not balance': `select from dossier join voucher using (dossier_id)
    where patient_id >= ${FIRST_PATIENT} and residual <> initial_amount - coalesce(
      (select sum(items_amount) from purchase where purchase.voucher_id = voucher.voucher_id), 0)`,
  'vouchers charged twice': `select from purchase
    where patient_id >= ${FIRST_PATIENT} group by voucher_id having count(*) > 1`,
  'purchases half done': `select from purchase
    where patient_id >= ${FIRST_PATIENT} and (
      items_amount is distinct from (select sum(total) from purchase_item item where item.purchase_id = purchase.purchase_id)
      or 1 <> (select count(*) from audit where audit.purchase_id = purchase.purchase_id and action = 'PURCHASE_MADE')
      or 1 <> (select count(*) from tx_command command
        where command.cart_id = purchase.cart_id and kind = 'PURCHASE' and executed_at is not null))`,
  'commands half done': `select from tx_command
    where kind = 'PURCHASE' and executed_at is not null
      and not exists (select from purchase where purchase.cart_id = tx_command.cart_id)`,
} as const;

/** Counts the sales that the sellers were told but the database does not have, and the other faults. */
export async function auditSales(primary: Cluster, sold: readonly Sold[]): Promise<Readonly<Record<string, number>>> {
  const rows = await primary.ask<{ readonly sale: string }>(
    `select concat_ws(' ', patient_id, cart_id, purchase_id) as sale from purchase
      where patient_id >= ${FIRST_PATIENT} and status = 'ACTIVE'`,
  );
  const kept = new Set(rows.map(({ sale }) => sale));
  const told = new Set(
    sold.map(({ seed, cartId, purchaseId }) => `${patientOf('sale', seed)} ${cartId} ${purchaseId}`),
  );
  const counts: Record<string, number> = {
    'confirmed purchases that are lost': [...told].filter((sale) => !kept.has(sale)).length,
    'purchases that nobody was told of': [...kept].filter((sale) => !told.has(sale)).length,
  };
  for (const [fault, text] of Object.entries(FAULTS)) counts[fault] = (await primary.ask(text)).length;
  return counts;
}
