import { checkCart } from '#contract/calls/carts.ts';
import { cancel, checkCancelling } from './after-sale.ts';
import { PATIENTS, PRODUCTS, STORES, USERS } from './fixture.ts';
import { type TestServer, signInAs } from './harness.ts';
import { placeOrder } from './order.ts';
import { checkBuying, openCart, put, sell } from './sale.ts';

/** Creates data of the shop `aurora` that the health authority of Sassari pays. Each call creates new data. */
export interface AccessFixture {
  readonly server: TestServer;
  readonly sale: { readonly patientId: number; readonly voucherId: number; readonly storeId: number };
  /** Returns the id of a command that opens a cart. */
  readonly checkedCart: () => Promise<number>;
  /** Returns the id of a cart with bread in it. */
  readonly cart: () => Promise<number>;
  readonly checkedPurchase: () => Promise<{ readonly cartId: number; readonly txCommandId: number }>;
  readonly purchase: () => Promise<number>;
  readonly checkedCancellation: () => Promise<{ readonly purchaseId: number; readonly txCommandId: number }>;
  readonly cancelledPurchase: () => Promise<number>;
  /** Returns the id of an AMC order of one purchase. */
  readonly order: () => Promise<number>;
}

const SALE = { patientId: PATIENTS.twoDossiers.id, voucherId: 300, storeId: STORES.auroraCentro };

/** Resets the residual of the voucher and signs in. */
export async function fillAccessFixture(server: TestServer): Promise<AccessFixture> {
  const token = await signInAs(server, USERS.aurora);
  const voucher = server.db.updateTable('voucher').where('voucher_id', '=', SALE.voucherId);
  await voucher.set((eb) => ({ residual: eb.ref('initial_amount') })).execute();
  const cart = async () => {
    const cartId = await openCart(server, token, SALE);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    return Number(cartId);
  };
  const purchase = async () => Number(await sell(server, token, SALE, PRODUCTS.bread, 1));
  return {
    server,
    sale: SALE,
    checkedCart: async () => {
      const { txCommand } = await server.callOk(checkCart, { body: SALE }, { token });
      return Number(txCommand.txCommandId);
    },
    cart,
    checkedPurchase: async () => {
      const cartId = await cart();
      return { cartId, txCommandId: await checkBuying(server, token, cartId) };
    },
    purchase,
    checkedCancellation: async () => {
      const purchaseId = await purchase();
      return { purchaseId, txCommandId: await checkCancelling(server, token, purchaseId) };
    },
    cancelledPurchase: async () => {
      const purchaseId = await purchase();
      await cancel(server, token, purchaseId);
      return purchaseId;
    },
    order: async () => {
      // An electronic order names the rate of each product.
      await server.db.updateTable('product').set({ vat_rate: '4' }).execute();
      const placed = await placeOrder(server.db, { amount: '3.50', purchaseIds: [await purchase()] });
      return placed.amcOrderId;
    },
  };
}
