import type { HttpHandler } from 'msw';
import {
  checkCart,
  deleteCartProduct,
  executeCart,
  putCartProduct,
  readCart,
  readCartSummary,
} from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import type { CallReply, CallRequest } from '#contract/call.ts';
import { answer } from '../../network.ts';

/** The texts of the sale's screens. */
export const TEXTS = ['patients', 'sale', 'table', 'purchases'];

export const voucher = {
  voucherId: 31,
  code: 'B-31',
  status: 'ENABLED' as const,
  dateEnabled: '2026-11-01T00:00:00+01:00',
  dateDisabled: '2099-11-30T23:59:59+01:00',
  initialAmount: 110,
};

export const patient = {
  patientId: 11,
  fiscalCode: 'RSSMRA80A01H501U',
  firstName: 'Mario',
  lastName: 'Rossi',
  gender: 'M' as const,
  birthDate: '1980-01-01',
  categoryType: 'CELIAC' as const,
  otpMode: 'PIN' as const,
  activeVouchers: [voucher],
  activeDossiers: [{ dossierId: 21, type: 'CELIAC' as const, status: 'APPROVED' as const }],
};

export const store = { storeId: 41, name: 'Bottega', address: 'Via Roma', streetNumber: '1', city: 'Nuoro' };

export const bread = {
  productId: 51,
  name: 'Pane casereccio',
  ean1: '0036000291452',
  refPrice: 2.5,
  categories: [{ categoryId: 61, name: 'Pane' }],
  manufacturer: { manufacturerId: 71, name: 'Forno Alto' },
};
export const pasta = { ...bread, productId: 52, name: 'Pasta di riso', ean1: '8001234567897', refPrice: 1.2 };

type PutBody = CallRequest<typeof putCartProduct>['body'];
type Item = NonNullable<CallReply<typeof readCart>['cart']['items']>[number];

/** What the shop's server holds and was asked, for a test to set and to look at. */
export interface Shop {
  initialAmount: number;
  items: Item[];
  purchaseId: number | undefined;
  /** `otpRequired` of both checks. */
  otpRequired: boolean | null;
  readonly asked: string[];
  readonly products: (typeof bread)[];
  readonly searches: CallRequest<typeof searchProducts>['query'][];
}

export function openShop(facts: Partial<Shop> = {}): Shop {
  return {
    initialAmount: 110,
    items: [],
    purchaseId: undefined,
    otpRequired: true,
    asked: [],
    products: [bread, pasta],
    searches: [],
    ...facts,
  };
}

function spentIn({ items }: Shop): number {
  return items.reduce((cents, item) => cents + Math.round(item.totalPrice * 100), 0) / 100;
}

/** Euro that the cart leaves on the voucher. */
export function residualOf(shop: Shop): number {
  return Math.round((shop.initialAmount - spentIn(shop)) * 100) / 100;
}

/** The server puts a line into the cart. */
export function putLine(shop: Shop, { productId, quantity, pricePerUnit }: PutBody): void {
  shop.asked.push(`put ${productId} ${quantity} ${pricePerUnit}`);
  const product = shop.products.find((known) => known.productId === productId) ?? bread;
  const line = { product, quantity, pricePerUnit, totalPrice: Math.round(quantity * pricePerUnit * 100) / 100 };
  shop.items = [...shop.items.filter((item) => item.product.productId !== productId), line];
}

/** A small server of the contract that sells: one cart, number 81, on whatever the test puts into the shop. */
export function shopHandlers(shop: Shop): HttpHandler[] {
  const cart = () => ({
    cartId: 81,
    items: shop.items,
    residualAmount: residualOf(shop),
    voucherInitialAmount: shop.initialAmount,
  });
  const summary = () => ({ cart: { ...cart(), itemsAmount: spentIn(shop), purchaseId: shop.purchaseId ?? null } });
  return [
    answer(listMyStores, { stores: [store] }),
    answer(searchPatients, ({ query }) => ({
      patients: patient.fiscalCode.startsWith(query.fiscalCode) ? [patient] : [],
    })),
    answer(checkCart, () => {
      shop.asked.push('checkCart');
      return { txCommand: { txCommandId: 91, otpRequired: shop.otpRequired } };
    }),
    answer(executeCart, ({ body }) => {
      shop.asked.push(`executeCart ${String(body.txCommandId)} ${body.otp ?? '-'}`);
      return { cart: cart() };
    }),
    answer(readCart, () => ({ cart: cart() })),
    answer(readCartSummary, summary),
    answer(listCategories, { categories: bread.categories }),
    answer(listManufacturers, { manufacturers: [bread.manufacturer] }),
    answer(searchProducts, ({ query }) => {
      shop.searches.push(query);
      const found = shop.products.filter(
        ({ ean1, name }) =>
          (query.ean === undefined || ean1 === query.ean) &&
          (query.name === undefined || name.toLowerCase().includes(query.name.toLowerCase())),
      );
      return { products: found, pagination: { totalCount: found.length } };
    }),
    answer(putCartProduct, ({ body }) => {
      putLine(shop, body);
      return { cart: cart() };
    }),
    answer(deleteCartProduct, ({ params }) => {
      shop.asked.push(`delete ${params.productId}`);
      shop.items = shop.items.filter((item) => item.product.productId !== params.productId);
      return { cart: cart() };
    }),
    answer(checkPurchase, () => {
      shop.asked.push('checkPurchase');
      return { txCommand: { txCommandId: 92, otpRequired: shop.otpRequired } };
    }),
    answer(executePurchase, ({ body }) => {
      shop.asked.push(`executePurchase ${String(body.txCommandId)} ${body.otp ?? '-'}`);
      shop.purchaseId = 99;
      return { purchase: { purchaseId: 99, items: shop.items } };
    }),
  ];
}
