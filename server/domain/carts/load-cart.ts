import { money, sum } from '#contract/rules/money.ts';
import type { Database } from '../context.ts';
import type { PatientRow } from '../patients/patient-row.ts';
import { readPatientRows } from '../patients/read-patient-rows.ts';
import type { Cart, StoredCart } from './cart.ts';
import { readCartLines } from './read-cart-lines.ts';

/** The row of the patient search for one dossier at an instant, as a cart includes it (rules §1). */
async function readPatientOfDossier(db: Database, dossierId: number, at: Date): Promise<PatientRow> {
  const order = { columns: [], direction: 'asc' } as const;
  const [row] = await readPatientRows(db, { dossierId }, { order, isByDossier: true, at });
  if (!row) throw new Error(`Dossier ${dossierId} without patient`);
  return row.read();
}

/**
 * A stored cart with its lines, patient and budget at an instant. The residual of a bought cart is the one right after
 * the purchase, as on its receipt.
 */
export async function loadCart(db: Database, stored: StoredCart, at: Date): Promise<Cart> {
  const lines = await readCartLines(db, stored.cart_id);
  const itemsAmount = sum(lines.map((line) => line.total));
  const voucher = await db
    .selectFrom('voucher')
    .select(['voucher_id', 'code', 'initial_amount', 'residual'])
    .where('voucher_id', '=', stored.voucher_id)
    .executeTakeFirstOrThrow();
  const store = await db
    .selectFrom('store')
    .select(['store_id as storeId', 'name'])
    .where('store_id', '=', stored.store_id)
    .executeTakeFirstOrThrow();
  const purchase = await db
    .selectFrom('purchase')
    .select(['purchase_id', 'residual_after'])
    .where('cart_id', '=', stored.cart_id)
    .executeTakeFirst();
  return {
    cartId: stored.cart_id,
    patient: await readPatientOfDossier(db, stored.dossier_id, at),
    store,
    voucher: { voucherId: voucher.voucher_id, code: voucher.code },
    lines,
    itemsAmount,
    voucherInitialAmount: money(voucher.initial_amount),
    residualAmount: purchase ? money(purchase.residual_after) : money(voucher.residual).minus(itemsAmount),
    purchaseId: purchase?.purchase_id ?? null,
  };
}
