import { money, sum } from '#contract/rules/money.ts';
import { PREPARED } from '#server/database/prepared.ts';
import type { Database } from '../context.ts';
import type { PatientRow } from '../patients/patient-row.ts';
import { readPatientRows } from '../patients/read-patient-rows.ts';
import type { Cart, Line, StoredCart } from './cart.ts';
import { readCartLines } from './read-cart-lines.ts';

/** The row of the patient search for one dossier at an instant, as a cart includes it (rules §1). */
async function readPatientOfDossier(db: Database, dossierId: number, at: Date): Promise<PatientRow> {
  const order = { columns: [], direction: 'asc' } as const;
  const [row] = await readPatientRows(db, { dossierId }, { order, isByDossier: true, at });
  if (!row) throw new Error(`Dossier ${dossierId} without patient`);
  return row.read();
}

const totalOf = (lines: readonly Line[]) => sum(lines.map((line) => line.total));

/**
 * A stored cart with its lines, patient and budget at an instant. The residual of a bought cart is the one right after
 * the purchase, as on its receipt.
 */
export async function loadCart(db: Database, stored: StoredCart, at: Date): Promise<Cart> {
  const lines = await readCartLines(db, stored.cart_id);
  const itemsAmount = totalOf(lines);
  const row = await db
    .selectFrom('cart')
    .innerJoin('voucher', 'voucher.voucher_id', 'cart.voucher_id')
    .innerJoin('store', 'store.store_id', 'cart.store_id')
    .leftJoin('purchase', 'purchase.cart_id', 'cart.cart_id')
    .select(['voucher.code', 'initial_amount', 'residual', 'store.name', 'purchase.purchase_id', 'residual_after'])
    .where('cart.cart_id', '=', stored.cart_id)
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return {
    cartId: stored.cart_id,
    patient: await readPatientOfDossier(db, stored.dossier_id, at),
    store: { storeId: stored.store_id, name: row.name },
    voucher: { voucherId: stored.voucher_id, code: row.code },
    lines,
    itemsAmount,
    voucherInitialAmount: money(row.initial_amount),
    residualAmount: row.residual_after === null ? money(row.residual).minus(itemsAmount) : money(row.residual_after),
    purchaseId: row.purchase_id,
  };
}

/** An open cart after a change of its lines. */
export async function reloadLines(db: Database, cart: Cart): Promise<Cart> {
  const lines = await readCartLines(db, cart.cartId);
  const itemsAmount = totalOf(lines);
  const residualAmount = cart.residualAmount.plus(cart.itemsAmount).minus(itemsAmount);
  return { ...cart, lines, itemsAmount, residualAmount };
}
