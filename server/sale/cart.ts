import { money, type Money, sum } from '#contract/rules/money.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { PREPARED } from '#server/database/pool.ts';
import { type PatientRow, readPatientRows } from '#server/patients/search-patients.ts';
import type { BusinessPrincipal, Database } from '#server/services.ts';
import { type Line, readCartLines, type StoredCart } from './stored-cart.ts';

/** A cart with its budget (§3). Amounts in euro. */
export interface Cart {
  readonly cartId: number;
  readonly patient: PatientRow;
  readonly store: { readonly storeId: number; readonly name: string };
  readonly voucher: { readonly voucherId: number; readonly code: string };
  readonly items: readonly Line[];
  /** The sum of the lines. */
  readonly itemsAmount: Money;
  readonly voucherInitialAmount: Money;
  /**
   * The residual of the voucher after the lines; negative when another shop has spent from the voucher meanwhile (rules
   * §5).
   */
  readonly residualAmount: Money;
  /** The purchase of this cart, once it is bought. */
  readonly purchaseId: number | undefined;
}

/** The row of the patient search for one dossier at an instant, as a cart includes it (rules §1). */
async function readPatientOfDossier(db: Database, dossierId: number, at: Date): Promise<PatientRow> {
  const order = { columns: [], direction: 'asc' } as const;
  const [row] = await readPatientRows(db, { dossierId }, { order, isByDossier: true, at });
  if (!row) throw new Error(`Dossier ${dossierId} without patient`);
  return row;
}

/** A cart without its lines. */
export interface CartHead extends Omit<Cart, 'items' | 'itemsAmount' | 'residualAmount'> {
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
    purchaseId: row.purchase_id ?? undefined,
  };
}

/** A cart with its present lines and its budget. */
export async function loadCart(db: Database, { residual, ...head }: CartHead): Promise<Cart> {
  const items = await readCartLines(db, head.cartId);
  const itemsAmount = sum(items.map(({ totalPrice }) => totalPrice));
  const residualAmount = head.purchaseId === undefined ? residual.minus(itemsAmount) : residual;
  return { ...head, items, itemsAmount, residualAmount };
}

/**
 * Loads a stored cart for a principal and writes the consultation of its patient to the access log.
 * @param head what the transaction has already loaded of it
 */
export async function showCart(
  trx: Database,
  principal: BusinessPrincipal,
  stored: StoredCart,
  at: Date,
  head?: CartHead,
): Promise<Cart> {
  await writeConsultation(trx, principal, [stored.patient_id], { at, storeId: stored.store_id });
  return loadCart(trx, head ?? (await loadCartHead(trx, stored, at)));
}
