import { sql } from 'kysely';
import { writeAudit } from '#server/access-log/audit.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { readInstant } from '#server/database/clock.ts';
import type { Locked } from '#server/database/row-locks.ts';
import { countLookups } from '#server/patients/lookups.ts';
import { lockPurchase, readPurchaseLines, type StoredPurchase } from '#server/purchases/purchase.ts';
import { lockProducts } from '#server/products/product.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { type Cart, showCart } from './cart.ts';
import { type Line, type StoredCart } from './stored-cart.ts';
import { type Answering, createCommand, executeCommand, type Execution, type TxCommand } from './commands.ts';
import { lockSpending, MIN_RESIDUAL_EURO, type VerifiedVoucher, verifySpending } from './spending.ts';

/** The patient, voucher and store of a new cart (§7). */
interface CartCheck {
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
}

/** The refusals that tell something of the patient. */
const TELLING: readonly ErrorDescription[] = [
  'DOSSIER_NOT_APPROVED',
  'VOUCHER_NOT_ENABLED',
  'VOUCHER_AMOUNT_NOT_SUFFICIENT',
];

/**
 * First phase of opening a cart: checks that the voucher may be spent in the store, and whether the patient has a PIN
 * (§4). The consultation is written to the access log, also of a refusal that tells something of the patient: nobody need
 * have searched for an id.
 * @param answer creates the response; if it throws, nothing is recorded
 * @throws DomainError as `verifySpending`, and TOO_MANY_PATIENTS
 */
export async function checkCart<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  spending: CartCheck,
  answer: Answering<TxCommand, Answer>,
): Promise<Answer> {
  const checking = services.db.transaction().execute(async (trx) => {
    const held = await lockSpending(trx, principal, spending);
    const { otpMode, at } = await verifySpending(held, principal, spending, MIN_RESIDUAL_EURO, services.clock);
    await countLookups(trx, services, principal, [spending.patientId], at);
    const subject = { kind: 'CREATE_CART', ...spending, otpRequired: otpMode === 'PIN' } as const;
    await writeConsultation(trx, principal, [spending.patientId], { at, storeId: spending.storeId });
    const command = await createCommand(trx, principal, subject, at);
    await writeAudit(trx, {
      at,
      action: 'CART_CHECKED',
      by: principal,
      patientId: spending.patientId,
      voucherId: spending.voucherId,
      details: { storeId: spending.storeId, ...command },
    });
    return answer(command, trx);
  });
  return checking.catch(async (error: unknown) => {
    if (error instanceof DomainError && TELLING.includes(error.description)) {
      const { patientId, storeId } = spending;
      await services.db.transaction().execute(async (trx) => {
        const at = await readInstant(trx, services);
        await countLookups(trx, services, principal, [patientId], at);
        await writeConsultation(trx, principal, [patientId], { at, storeId });
      });
      throw new DomainError(error.description, error.details, patientId);
    }
    throw error;
  });
}

/**
 * Second phase of opening a cart: opens the cart in the checked store (rules §6).
 * @param answer creates the response; if it throws, no cart is opened
 * @throws DomainError as `executeCommand` and `verifySpending`
 */
export function executeCart<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  execution: Execution,
  answer: Answering<Cart, Answer>,
): Promise<Answer> {
  return executeCommand(services, principal, { kind: 'CREATE_CART' }, execution, async (trx, command) => {
    const spending = {
      patientId: command.patient_id,
      voucherId: command.voucher_id,
      storeId: command.store_id,
    };
    const held = await lockSpending(trx, principal, spending);
    const { dossierId, at } = await verifySpending(held, principal, spending, MIN_RESIDUAL_EURO, services.clock);
    const stored = await trx
      .insertInto('cart')
      .values({
        patient_id: command.patient_id,
        dossier_id: dossierId,
        voucher_id: command.voucher_id,
        store_id: command.store_id,
        business_id: principal.businessId,
        user_id: principal.userId,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      at,
      action: 'CART_CREATED',
      by: principal,
      patientId: stored.patient_id,
      voucherId: stored.voucher_id,
      cartId: stored.cart_id,
      details: { storeId: stored.store_id, txCommandId: command.tx_command_id },
    });
    return answer(await showCart(trx, principal, stored, at), trx);
  });
}

/** The unchanged and unbought cart that the same user has already created from this purchase, if any. */
function findUntouched(trx: Database, principal: BusinessPrincipal, purchase: StoredPurchase) {
  return trx
    .selectFrom('cart')
    .selectAll('cart')
    .where('recreated_from', '=', purchase.purchase_id)
    .where('user_id', '=', principal.userId)
    .where('version', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('purchase').select('purchase_id').whereRef('purchase.cart_id', '=', 'cart.cart_id')),
      ),
    )
    .orderBy('cart_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Fills a cart without lines. */
export async function storeLines(trx: Database, cartId: number, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const items = lines.map(({ product, quantity, pricePerUnit, totalPrice }, index) => ({
    cart_id: cartId,
    product_id: product.productId,
    quantity,
    unit_price: pricePerUnit.toFixed(),
    total: totalPrice.toFixed(),
    position: index + 1,
  }));
  await trx.insertInto('cart_item').values(items).execute();
}

async function openCart(
  trx: Locked<Database>,
  principal: BusinessPrincipal,
  purchase: StoredPurchase,
  verified: VerifiedVoucher,
): Promise<StoredCart> {
  const lines = (await readPurchaseLines(trx, [purchase.purchase_id]))(purchase.purchase_id);
  const covered = lines.filter(({ product }) => product.isOffered && product.categoryType === verified.dossierType);
  const leftOut = lines.filter((line) => !covered.includes(line)).map(({ product }) => product.productId);
  const stored = await trx
    .insertInto('cart')
    .values({
      patient_id: purchase.patient_id,
      dossier_id: verified.dossierId,
      voucher_id: purchase.voucher_id,
      store_id: purchase.store_id,
      business_id: principal.businessId,
      user_id: principal.userId,
      created_at: verified.at,
      recreated_from: purchase.purchase_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storeLines(trx, stored.cart_id, covered);
  await writeAudit(trx, {
    at: verified.at,
    action: 'CART_RECREATED',
    by: principal,
    patientId: stored.patient_id,
    voucherId: stored.voucher_id,
    cartId: stored.cart_id,
    purchaseId: purchase.purchase_id,
    details: { storeId: stored.store_id, leftOut },
  });
  return stored;
}

/**
 * Opens a new cart with the lines of a cancelled purchase, for the same voucher and store. Prices and quantities stay
 * the same; lines that the dossier no longer covers or that are no longer sold are left out (§4, rules §6). The lines
 * may cost more than the voucher holds; then the residual is negative. Buying the cart needs a check and an execution
 * like any cart. A repeated call (lost response, double click) returns the same cart, as long as it is unchanged.
 * @param answer creates the response; if it throws, no cart is opened
 * @throws DomainError PURCHASE_NOT_FOUND, PURCHASE_NOT_CANCELABLE (it is not cancelled), and as `verifySpending`
 */
export function recreateCart<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  purchaseId: number,
  answer: (cart: Cart) => Answer,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const purchase = await lockPurchase(trx, principal, purchaseId);
    if (purchase.status !== 'CANCELLED') throw new DomainError('PURCHASE_NOT_CANCELABLE');
    const spending = {
      patientId: purchase.patient_id,
      voucherId: purchase.voucher_id,
      storeId: purchase.store_id,
    };
    await lockSpending(trx, principal, spending);
    const which = sql`product_id in (select product_id from purchase_item where purchase_id = ${purchase.purchase_id})`;
    const held = await lockProducts(trx, which);
    const verified = await verifySpending(held, principal, spending, MIN_RESIDUAL_EURO, services.clock);
    const untouched = await findUntouched(trx, principal, purchase);
    const stored = untouched ?? (await openCart(held, principal, purchase, verified));
    return answer(await showCart(trx, principal, stored, verified.at));
  });
}
