import { checkCart, executeCart, putCartProduct } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { PATIENTS, PIN, STORES } from './fixture.ts';
import type { FixtureProduct } from './fixture-parts.ts';
import type { TestServer } from './harness.ts';

/** The patient, the voucher and the store of a sale. */
interface Sale {
  readonly patientId: number;
  readonly voucherId: number;
  readonly storeId: number;
  /** The PIN, if one is asked for. */
  readonly otp?: string;
}

/** Sales that the fixture allows in the first store of `aurora`. */
export const SALES = {
  withPin: { patientId: PATIENTS.withPin.id, voucherId: 100, storeId: STORES.auroraCentro, otp: PIN },
  withoutPin: { patientId: PATIENTS.withoutPin.id, voucherId: 200, storeId: STORES.auroraCentro },
  nearlySpent: { patientId: PATIENTS.nearlySpent.id, voucherId: 600, storeId: STORES.auroraCentro },
  proteinFree: { patientId: PATIENTS.twoDossiers.id, voucherId: 310, storeId: STORES.auroraCentro },
} as const satisfies Record<string, Sale>;

/** Opens a cart in both phases. Returns its id. */
export async function openCart(server: TestServer, token: string, { otp, ...body }: Sale): Promise<Id> {
  const { txCommand } = await server.callOk(checkCart, { body }, { token });
  const execution = { txCommandId: Number(txCommand.txCommandId), otp };
  const { cart } = await server.callOk(executeCart, { body: execution }, { token });
  return cart.cartId;
}

/** Puts a product into a cart, by default at its reference price. Returns the response. */
export function put(
  server: TestServer,
  token: string,
  cartId: Id,
  product: FixtureProduct,
  quantity: number,
  pricePerUnit = Number(product.refPrice),
) {
  const input = { params: { cartId: Number(cartId) }, body: { productId: product.id, quantity, pricePerUnit } };
  return server.call(putCartProduct, input, { token });
}

/** Checks a cart for a purchase. Returns the id of the command. */
export async function checkBuying(server: TestServer, token: string, cartId: Id): Promise<number> {
  const { txCommand } = await server.callOk(checkPurchase, { params: { cartId: Number(cartId) } }, { token });
  return Number(txCommand.txCommandId);
}

/** Executes a checked purchase. Returns the response. */
export function executeBuying(server: TestServer, token: string, cartId: Id, txCommandId: number, otp?: string) {
  const input = { params: { cartId: Number(cartId) }, body: { txCommandId, otp } };
  return server.call(executePurchase, input, { token });
}

/** Sells one product. Returns the id of the purchase. */
export async function sell(
  server: TestServer,
  token: string,
  sale: Sale,
  product: FixtureProduct,
  quantity: number,
): Promise<Id> {
  const cartId = await openCart(server, token, sale);
  await put(server, token, cartId, product, quantity);
  const txCommandId = await checkBuying(server, token, cartId);
  const { data, error } = await executeBuying(server, token, cartId, txCommandId, sale.otp);
  if (data === undefined) throw new Error(`not sold: ${String(error?.description)}`);
  return data.purchase.purchaseId;
}

/** The carts, the purchases and the residuals of the vouchers, which a refused call must not change. */
export async function readLedger(server: TestServer) {
  const { db } = server;
  return {
    carts: await db.selectFrom('cart').select(['cart_id', 'version']).orderBy('cart_id').execute(),
    lines: await db.selectFrom('cart_item').selectAll().orderBy('cart_id').orderBy('product_id').execute(),
    purchases: await db.selectFrom('purchase').selectAll().orderBy('purchase_id').execute(),
    vouchers: await db.selectFrom('voucher').select(['voucher_id', 'residual']).orderBy('voucher_id').execute(),
  };
}

/** The residual of a voucher in the ledger, in euro. */
export async function residualOf(server: TestServer, voucherId: number): Promise<string> {
  const { residual } = await server.db
    .selectFrom('voucher')
    .select('residual')
    .where('voucher_id', '=', voucherId)
    .executeTakeFirstOrThrow();
  return residual;
}
