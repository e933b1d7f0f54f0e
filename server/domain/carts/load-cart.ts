import { type Money, money, sum } from '#contract/rules/money.ts';
import { PREPARED } from '#server/database/prepared.ts';
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

/** A cart without its lines. */
export interface CartHead extends Omit<Cart, 'lines' | 'itemsAmount' | 'residualAmount'> {
  /** In euro: of the voucher, and of a bought cart right after the purchase, as on its receipt. */
  readonly residual: Money;
}

/** A stored cart with its patient, voucher and store at an instant. */
export async function loadCartHead(db: Database, stored: StoredCart, at: Date): Promise<CartHead> {
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
    voucherInitialAmount: money(row.initial_amount),
    residual: money(row.residual_after ?? row.residual),
    purchaseId: row.purchase_id,
  };
}

/** A cart with its present lines and its budget. */
export async function loadCart(db: Database, { residual, ...head }: CartHead): Promise<Cart> {
  const lines = await readCartLines(db, head.cartId);
  const itemsAmount = sum(lines.map((line) => line.total));
  const residualAmount = head.purchaseId === null ? residual.minus(itemsAmount) : residual;
  return { ...head, lines, itemsAmount, residualAmount };
}
