import * as amcOrders from '#contract/calls/amc-orders.ts';
import * as asl from '#contract/calls/asl.ts';
import * as authentication from '#contract/calls/authentication.ts';
import * as billingSummary from '#contract/calls/billing-summary.ts';
import * as businesses from '#contract/calls/businesses.ts';
import * as carts from '#contract/calls/carts.ts';
import * as endOfDay from '#contract/calls/end-of-day.ts';
import * as features from '#contract/calls/features.ts';
import * as patients from '#contract/calls/patients.ts';
import * as products from '#contract/calls/products.ts';
import * as purchases from '#contract/calls/purchases.ts';
import * as stores from '#contract/calls/stores.ts';
import type { Call, CallInput } from '#contract/call.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import type { AccessFixture } from './access-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES } from './fixture.ts';

/** The principals: a guest, the shop that owns the data, another shop, the authority that pays, another authority. */
export const PRINCIPALS = ['anonymous', 'ownShop', 'otherShop', 'ownAsl', 'otherAsl'] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** What a principal receives: the answer, an answer without rows, or a named refusal. */
export type Verdict = 'served' | 'no rows' | ErrorDescription;

/**
 * A call of the contract on data that belongs to `ownShop` and is paid by `ownAsl`, with the result for each principal.
 */
export interface AccessRow {
  readonly name: string;
  readonly verdicts: Readonly<Record<Principal, Verdict>>;
  /** Creates the data of a call. Returns a function that makes the call with a token. */
  readonly prepare: (fixture: AccessFixture) => Promise<(token: string | undefined) => Promise<AccessOutcome>>;
}

interface AccessOutcome {
  readonly data?: unknown;
  readonly error?: { readonly description?: string | null | undefined };
}

type Verdicts = AccessRow['verdicts'];

function all(verdict: Verdict): Verdicts {
  return { anonymous: verdict, ownShop: verdict, otherShop: verdict, ownAsl: verdict, otherAsl: verdict };
}

const SIGNED_IN = { ...all('served'), anonymous: 'NOT_AUTHENTICATED' } as const;
const SHOPS = { ...SIGNED_IN, ownAsl: 'NOT_ALLOWED', otherAsl: 'NOT_ALLOWED' } as const;
const AUTHORITIES = { ...SIGNED_IN, ownShop: 'NOT_ALLOWED', otherShop: 'NOT_ALLOWED' } as const;

function ownShopOnly(otherShop: Verdict): Verdicts {
  return { ...SHOPS, otherShop };
}

function partiesOnly(otherShop: Verdict, otherAsl: Verdict): Verdicts {
  return { ...SIGNED_IN, otherShop, otherAsl };
}

function row<C extends Call>(
  call: C,
  verdicts: Verdicts,
  inputOf: (fixture: AccessFixture) => CallInput<C> | Promise<CallInput<C>>,
): AccessRow {
  return {
    name: call.name,
    verdicts,
    prepare: async (fixture) => {
      const input = await inputOf(fixture);
      return (token) => fixture.server.call(call, input, { token });
    },
  };
}

const bill = {
  aslId: ASL.sassari,
  businessId: BUSINESSES.aurora,
  dateStart: '2026-05-01',
  dateEnd: '2026-05-31',
} as const;

const signOn: readonly AccessRow[] = [
  row(authentication.requestSignOn, all('CLIENT_NOT_AUTHENTICATED'), () => ({
    body: { clientId: 'food-voucher-portal', profile: 'BUSINESS' as const },
  })),
  row(authentication.exchangeSignOn, all('CLIENT_NOT_AUTHENTICATED'), () => ({
    body: { sessionId: 'guessed', RelayState: 'guessed' },
  })),
  row(authentication.refreshTokens, all('NOT_AUTHENTICATED'), () => ({
    body: { grant_type: 'refresh_token' as const, refresh_token: 'guessed' },
  })),
  row(authentication.switchBusiness, ownShopOnly('BUSINESS_NOT_FOUND'), () => ({
    params: { businessId: BUSINESSES.bottega },
  })),
  row(authentication.signOut, SIGNED_IN, () => ({})),
  row(authentication.readCurrentUser, SIGNED_IN, () => ({})),
];

const reference: readonly AccessRow[] = [
  row(features.readFeatures, SIGNED_IN, () => ({})),
  row(patients.listKinds, SIGNED_IN, () => ({})),
  row(asl.listAsl, SIGNED_IN, () => ({})),
  row(asl.readMyAsl, AUTHORITIES, () => ({})),
  row(businesses.listBusinesses, all('served'), () => ({})),
  row(purchases.verifyReceipt, all('served'), () => ({ body: { code: 'wrong' } })),
  row(businesses.listAllBusinesses, AUTHORITIES, () => ({})),
  row(businesses.listMyBusinesses, SHOPS, () => ({})),
  row(businesses.readMyBusiness, SHOPS, () => ({})),
  row(stores.listMyStores, SHOPS, () => ({ query: {} })),
  row(endOfDay.readEndOfDay, ownShopOnly('STORE_NOT_FOUND'), () => ({
    params: { storeId: STORES.auroraCentro },
    query: { day: '2026-05-15' },
  })),
  row(products.listCategories, SHOPS, () => ({ query: {} })),
  row(products.listManufacturers, SHOPS, () => ({ query: {} })),
  row(products.searchProducts, SHOPS, () => ({ query: {} })),
  row(patients.readBalance, ownShopOnly('STORE_NOT_FOUND'), () => ({
    body: { patientId: PATIENTS.withoutPin.id, dossierId: 20, storeId: STORES.auroraCentro },
  })),
  row(patients.searchPatients, SHOPS, () => ({ query: { fiscalCode: PATIENTS.withPin.fiscalCode } })),
];

const sale: readonly AccessRow[] = [
  row(carts.checkCart, ownShopOnly('STORE_NOT_FOUND'), ({ sale: { patientId, voucherId } }) => ({
    body: { patientId, voucherId, storeId: STORES.auroraCentro },
  })),
  row(carts.executeCart, ownShopOnly('TRANSACTION_NOT_FOUND'), async (fixture) => ({
    body: { txCommandId: await fixture.checkedCart() },
  })),
  row(carts.readCart, ownShopOnly('CART_NOT_FOUND'), async (fixture) => ({ params: { cartId: await fixture.cart() } })),
  row(carts.readCartSummary, ownShopOnly('CART_NOT_FOUND'), async (fixture) => ({
    params: { cartId: await fixture.cart() },
  })),
  row(carts.putCartProduct, ownShopOnly('CART_NOT_FOUND'), async (fixture) => ({
    params: { cartId: await fixture.cart() },
    body: { productId: PRODUCTS.penne.id, quantity: 1, pricePerUnit: 2 },
  })),
  row(carts.findCommandCart, ownShopOnly('TRANSACTION_NOT_FOUND'), async (fixture) => ({
    params: { txCommandId: (await fixture.checkedPurchase()).txCommandId },
  })),
  row(carts.putCartLines, ownShopOnly('CART_NOT_FOUND'), async (fixture) => ({
    params: { cartId: await fixture.cart() },
    body: { lines: [{ code: PRODUCTS.penne.ean, quantity: 1, pricePerUnit: 2 }] },
  })),
  row(carts.deleteCartProduct, ownShopOnly('CART_NOT_FOUND'), async (fixture) => ({
    params: { cartId: await fixture.cart(), productId: PRODUCTS.bread.id },
  })),
  row(carts.recreateCart, ownShopOnly('PURCHASE_NOT_FOUND'), async (fixture) => ({
    body: { purchaseId: await fixture.cancelledPurchase() },
  })),
  row(purchases.checkPurchase, ownShopOnly('CART_NOT_FOUND'), async (fixture) => ({
    params: { cartId: await fixture.cart() },
  })),
  row(purchases.executePurchase, ownShopOnly('CART_NOT_FOUND'), async (fixture) => {
    const { cartId, txCommandId } = await fixture.checkedPurchase();
    return { params: { cartId }, body: { txCommandId } };
  }),
];

const afterSale: readonly AccessRow[] = [
  row(purchases.searchPurchases, ownShopOnly('no rows'), async (fixture) => {
    await fixture.purchase();
    return { query: { patientId: fixture.sale.patientId } };
  }),
  row(purchases.readPurchaseTotals, SHOPS, () => ({ query: {} })),
  row(purchases.downloadPurchases, SHOPS, () => ({ query: {} })),
  row(purchases.downloadReceipt, ownShopOnly('PURCHASE_NOT_FOUND'), async (fixture) => ({
    params: { purchaseId: await fixture.purchase() },
  })),
  row(purchases.downloadRollReceipt, ownShopOnly('PURCHASE_NOT_FOUND'), async (fixture) => ({
    params: { purchaseId: await fixture.purchase() },
  })),
  row(purchases.downloadStoreTransactions, ownShopOnly('STORE_NOT_FOUND'), () => ({
    params: { storeId: STORES.auroraCentro },
  })),
  row(purchases.checkCancellation, ownShopOnly('PURCHASE_NOT_FOUND'), async (fixture) => ({
    params: { purchaseId: await fixture.purchase() },
  })),
  row(purchases.executeCancellation, ownShopOnly('PURCHASE_NOT_FOUND'), async (fixture) => {
    const { purchaseId, txCommandId } = await fixture.checkedCancellation();
    return { params: { purchaseId }, body: { txCommandId } };
  }),
  row(billingSummary.downloadBillSummary, partiesOnly('BUSINESS_NOT_FOUND', 'ASL_NOT_FOUND'), () => ({ query: bill })),
  row(billingSummary.downloadBillProducts, partiesOnly('BUSINESS_NOT_FOUND', 'ASL_NOT_FOUND'), () => ({ query: bill })),
  row(billingSummary.readBillTotals, partiesOnly('BUSINESS_NOT_FOUND', 'ASL_NOT_FOUND'), () => ({ query: bill })),
  // The month is not closed.
  row(billingSummary.downloadInvoiceDraft, { ...SHOPS, ownShop: 'NOT_POSSIBLE', otherShop: 'NOT_POSSIBLE' }, () => ({
    query: { aslId: ASL.sassari, month: '2026-05-01' },
  })),
  row(billingSummary.readBillParts, partiesOnly('BUSINESS_NOT_FOUND', 'ASL_NOT_FOUND'), () => ({ query: bill })),
];

const orders: readonly AccessRow[] = [
  row(amcOrders.previewAmcOrders, ownShopOnly('PURCHASE_NOT_FOUND'), async (fixture) => ({
    body: { purchasesIds: [await fixture.purchase()] },
  })),
  row(amcOrders.createAmcOrders, ownShopOnly('PURCHASE_NOT_FOUND'), async (fixture) => ({
    body: { purchasesIds: [await fixture.purchase()], orderDate: '2026-05-15T10:00:00+02:00' },
  })),
  row(amcOrders.searchAmcOrders, partiesOnly('no rows', 'no rows'), async (fixture) => ({
    query: { amcOrderId: await fixture.order() },
  })),
  row(amcOrders.readAmcOrderTotals, SIGNED_IN, () => ({ query: {} })),
  row(amcOrders.downloadAmcOrdersCsv, SIGNED_IN, () => ({ query: {} })),
  row(amcOrders.downloadAmcOrdersPdf, SIGNED_IN, () => ({ query: {} })),
  row(amcOrders.downloadAmcOrderCsv, partiesOnly('AMC_ORDER_NOT_FOUND', 'AMC_ORDER_NOT_FOUND'), async (fixture) => ({
    params: { amcOrderId: await fixture.order() },
  })),
  row(amcOrders.downloadAmcOrderPdf, partiesOnly('AMC_ORDER_NOT_FOUND', 'AMC_ORDER_NOT_FOUND'), async (fixture) => ({
    query: { amcOrderId: await fixture.order() },
  })),
  row(amcOrders.downloadAmcOrderUbl, partiesOnly('AMC_ORDER_NOT_FOUND', 'AMC_ORDER_NOT_FOUND'), async (fixture) => ({
    params: { amcOrderId: await fixture.order() },
  })),
];

/** Every call of the contract (§6, rules §2). */
export const accessMatrix: readonly AccessRow[] = [...signOn, ...reference, ...sale, ...afterSale, ...orders];
