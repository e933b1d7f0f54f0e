import { sql } from 'kysely';
import { monthOf, romeDay } from '#contract/rules/dates.ts';
import { type Money, sum } from '#contract/rules/money.ts';
import type { VatRate } from '#contract/rules/vat.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import type { Clocks } from '#server/database/clock.ts';
import { PREPARED } from '#server/database/pool.ts';
import type { Locked } from '#server/database/row-locks.ts';
import { isUnusualPrice, lockProducts } from '#server/products/product.ts';
import { addEntry, instantInOpenMonth } from '#server/ledger/entries.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { findCart, type Line, lockOpenCart, readCartLines, type StoredCart } from './stored-cart.ts';
import {
  type Answering,
  createCommand,
  executeCommand,
  type Execution,
  type OfPatient,
  type TxCommand,
} from './commands.ts';
import { lockSpending, type VerifiedVoucher, verifySpending } from './spending.ts';

/** A cart that may be bought as it is. */
export interface BuyableCart extends VerifiedVoucher {
  readonly items: readonly Line[];
  /** The sum of its lines in euro. */
  readonly itemsAmount: Money;
}

/**
 * Locks what the purchase of a locked cart rests on, then verifies that the cart may be bought as it is (rules §5).
 * @throws DomainError CART_EMPTY, PRODUCT_NOT_ALLOWED, and as `verifySpending`
 */
async function verifyPurchase(
  trx: Database,
  principal: BusinessPrincipal,
  cart: Locked<StoredCart>,
  clock: Clocks['clock'],
): Promise<BuyableCart> {
  const spending = { patientId: cart.patient_id, voucherId: cart.voucher_id, storeId: cart.store_id };
  await lockSpending(trx, principal, spending);
  const which = sql`product_id in (select product_id from cart_item where cart_id = ${cart.cart_id})`;
  const held = await lockProducts(trx, which);
  const items = await readCartLines(held, cart.cart_id);
  if (items.length === 0) throw new DomainError('CART_EMPTY');
  const itemsAmount = sum(items.map(({ totalPrice }) => totalPrice));
  const verified = await verifySpending(held, principal, spending, itemsAmount, clock);
  if (items.some((line) => line.product.categoryType !== verified.dossierType)) {
    throw new DomainError('PRODUCT_NOT_ALLOWED');
  }
  return { ...verified, items, itemsAmount };
}

/**
 * Checks the purchase of a locked cart, and records the command.
 * @throws DomainError as `verifyPurchase`
 */
export async function checkLockedCart(
  trx: Database,
  principal: BusinessPrincipal,
  cart: Locked<StoredCart>,
  clock: Clocks['clock'],
): Promise<TxCommand> {
  const { otpMode, itemsAmount, at } = await verifyPurchase(trx, principal, cart, clock);
  const subject = {
    kind: 'PURCHASE',
    patientId: cart.patient_id,
    voucherId: cart.voucher_id,
    storeId: cart.store_id,
    cart: { cartId: cart.cart_id, version: cart.version },
    otpRequired: otpMode === 'PIN',
  } as const;
  const command = await createCommand(trx, principal, subject, at);
  await writeAudit(trx, {
    at,
    action: 'PURCHASE_CHECKED',
    by: principal,
    patientId: cart.patient_id,
    voucherId: cart.voucher_id,
    cartId: cart.cart_id,
    details: { ...command, itemsAmount: itemsAmount.toFixed() },
  });
  return command;
}

/**
 * First phase of a purchase: checks that the cart may be bought as it is, and whether the patient has a PIN (§4). The
 * command is only valid for the checked lines (rules §6).
 * @param answer creates the response; if it throws, nothing is recorded
 * @throws DomainError CART_NOT_FOUND, TRANSACTION_ALREADY_EXECUTED (bought), and as `verifyPurchase`
 */
export function checkPurchase<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  cartId: number,
  answer: Answering<TxCommand & OfPatient, Answer>,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const { cart } = await lockOpenCart(trx, principal, cartId, services.clock);
    const command = await checkLockedCart(trx, principal, cart, services.clock);
    return answer({ ...command, patientId: cart.patient_id }, trx);
  });
}

/**
 * Charges the voucher and records the purchase with its lines, all with the names of today. The transaction must hold the
 * row of the voucher. Lines with an unusual price are also recorded as findings for operators (rules §9).
 * @returns the id of the purchase
 */
async function recordPurchase(
  trx: Database,
  principal: BusinessPrincipal,
  cart: StoredCart,
  bought: BuyableCart,
): Promise<number> {
  const { aslId, at } = bought;
  const residualAfter = bought.residual.minus(bought.itemsAmount).toFixed();
  await trx
    .updateTable('voucher')
    .set({ residual: residualAfter })
    .where('voucher_id', '=', cart.voucher_id)
    .modifyEnd(PREPARED)
    .execute();
  const { purchase_id: purchaseId, created_at: createdAt } = await trx
    .insertInto('purchase')
    .values({
      cart_id: cart.cart_id,
      patient_id: cart.patient_id,
      dossier_id: cart.dossier_id,
      voucher_id: cart.voucher_id,
      asl_id: aslId,
      store_id: cart.store_id,
      business_id: cart.business_id,
      user_id: principal.userId,
      created_at: instantInOpenMonth(aslId, cart.business_id, at),
      items_amount: bought.itemsAmount.toFixed(),
      residual_after: residualAfter,
      status: 'ACTIVE',
      parties_id: sql<number>`named_parties(${cart.store_id}, ${aslId})`,
    })
    .returning(['purchase_id', 'created_at'])
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  const items = bought.items.map(({ product, quantity, pricePerUnit, totalPrice }, index) => ({
    purchase_id: purchaseId,
    position: index + 1,
    product_id: product.productId,
    product_name: product.name,
    ean1: product.ean1,
    manufacturer: product.manufacturer.name,
    sold_vat_rate: sql<VatRate | null>`(select vat_rate from product where product_id = ${product.productId})`,
    quantity,
    unit_price: pricePerUnit.toFixed(),
    total: totalPrice.toFixed(),
  }));
  await trx.insertInto('purchase_item').values(items).execute();
  const unusual = bought.items.flatMap(({ product, pricePerUnit }, index) => {
    if (!isUnusualPrice(pricePerUnit, product)) return [];
    return {
      purchase_id: purchaseId,
      position: index + 1,
      month: monthOf(romeDay(createdAt)).first,
      asl_id: aslId,
      business_id: cart.business_id,
      product_id: product.productId,
      unit_price: pricePerUnit.toFixed(),
      ref_price: product.refPrice.toFixed(),
    };
  });
  if (unusual.length > 0) await trx.insertInto('unusual_price').values(unusual).execute();
  return purchaseId;
}

/** The response to a purchase (§7). */
interface ExecutedPurchase extends OfPatient {
  readonly purchaseId: number;
  readonly items: readonly Line[];
}

function unusualPrices(lines: readonly Line[]) {
  return lines
    .filter((line) => isUnusualPrice(line.pricePerUnit, line.product))
    .map((line) => ({ productId: line.product.productId, unitPrice: line.pricePerUnit.toFixed() }));
}

/**
 * Second phase of a purchase: charges the voucher, at most once. The rows are locked in the order command, cart,
 * voucher. Triggers keep what every writer must obey: entries of the ledger are only inserted, and none into a closed
 * month (`ledger_entry_kept`, `ledger_entry_month`), and records of the audit stay.
 * @param answer creates the response; if it throws, nothing is bought
 * @throws DomainError CART_NOT_FOUND, CART_CHANGED since the check, and as `executeCommand` and `verifyPurchase`
 */
export async function executePurchase<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  cartId: number,
  execution: Execution,
  answer: Answering<ExecutedPurchase, Answer>,
): Promise<Answer> {
  const { cart_id: ownCartId } = await findCart(services.db, principal, cartId);
  const target = { kind: 'PURCHASE', cartId: ownCartId } as const;
  return executeCommand(services, principal, target, execution, async (trx, command) => {
    const { cart } = await lockOpenCart(trx, principal, ownCartId, services.clock);
    if (cart.version !== command.cart_version) throw new DomainError('CART_CHANGED');
    const bought = await verifyPurchase(trx, principal, cart, services.clock);
    const purchaseId = await recordPurchase(trx, principal, cart, bought);
    await writeAudit(trx, {
      at: bought.at,
      action: 'PURCHASE_MADE',
      by: principal,
      patientId: cart.patient_id,
      voucherId: cart.voucher_id,
      cartId: cart.cart_id,
      purchaseId,
      details: {
        txCommandId: command.tx_command_id,
        itemsAmount: bought.itemsAmount.toFixed(),
        unusualPrices: unusualPrices(bought.items),
      },
    });
    await addEntry(trx, purchaseId, 'SALE', { at: bought.at, userId: principal.userId });
    return answer({ purchaseId, items: bought.items, patientId: cart.patient_id }, trx);
  });
}
