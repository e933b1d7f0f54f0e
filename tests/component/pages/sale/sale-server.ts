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
export const TEXTS = ['patients', 'sale', 'table'];

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

/** What the server of the sale holds, and the calls that it got, for a test to set and to look at. */
export interface SaleServer {
  initialAmount: number;
  items: Item[];
  purchaseId: number | undefined;
  /** `otpRequired` of both checks. */
  otpRequired: boolean | null;
  readonly calls: string[];
  readonly products: (typeof bread)[];
  readonly searches: CallRequest<typeof searchProducts>['query'][];
}

export function newSaleServer(facts: Partial<SaleServer> = {}): SaleServer {
  return {
    initialAmount: 110,
    items: [],
    purchaseId: undefined,
    otpRequired: true,
    calls: [],
    products: [bread, pasta],
    searches: [],
    ...facts,
  };
}

function spentIn({ items }: SaleServer): number {
  return items.reduce((cents, item) => cents + Math.round(item.totalPrice * 100), 0) / 100;
}

/** Euro that the cart leaves on the voucher. */
export function residualOf(server: SaleServer): number {
  return Math.round((server.initialAmount - spentIn(server)) * 100) / 100;
}

/** The server puts a line into the cart. */
export function putLine(server: SaleServer, { productId, quantity, pricePerUnit }: PutBody): void {
  server.calls.push(`put ${productId} ${quantity} ${pricePerUnit}`);
  const product = server.products.find((known) => known.productId === productId) ?? bread;
  const line = { product, quantity, pricePerUnit, totalPrice: Math.round(quantity * pricePerUnit * 100) / 100 };
  server.items = [...server.items.filter((item) => item.product.productId !== productId), line];
}

/** The handlers of a small server of the contract: one cart, number 81, with what the test puts into `server`. */
export function saleHandlers(server: SaleServer): HttpHandler[] {
  const cart = () => ({
    cartId: 81,
    items: server.items,
    residualAmount: residualOf(server),
    voucherInitialAmount: server.initialAmount,
  });
  const summary = () => ({ cart: { ...cart(), itemsAmount: spentIn(server), purchaseId: server.purchaseId ?? null } });
  return [
    answer(listMyStores, { stores: [store] }),
    answer(searchPatients, ({ query }) => ({
      patients: patient.fiscalCode.startsWith(query.fiscalCode) ? [patient] : [],
    })),
    answer(checkCart, () => {
      server.calls.push('checkCart');
      return { txCommand: { txCommandId: 91, otpRequired: server.otpRequired } };
    }),
    answer(executeCart, ({ body }) => {
      server.calls.push(`executeCart ${String(body.txCommandId)} ${body.otp?.reveal() ?? '-'}`);
      return { cart: cart() };
    }),
    answer(readCart, () => ({ cart: cart() })),
    answer(readCartSummary, summary),
    answer(listCategories, { categories: bread.categories }),
    answer(listManufacturers, { manufacturers: [bread.manufacturer] }),
    answer(searchProducts, ({ query }) => {
      server.searches.push(query);
      const found = server.products.filter(
        ({ ean1, name }) =>
          (query.ean === undefined || ean1 === query.ean) &&
          (query.name === undefined || name.toLowerCase().includes(query.name.toLowerCase())),
      );
      return { products: found, pagination: { totalCount: found.length } };
    }),
    answer(putCartProduct, ({ body }) => {
      putLine(server, body);
      return { cart: cart() };
    }),
    answer(deleteCartProduct, ({ params }) => {
      server.calls.push(`delete ${params.productId}`);
      server.items = server.items.filter((item) => item.product.productId !== params.productId);
      return { cart: cart() };
    }),
    answer(checkPurchase, () => {
      server.calls.push('checkPurchase');
      return { txCommand: { txCommandId: 92, otpRequired: server.otpRequired } };
    }),
    answer(executePurchase, ({ body }) => {
      server.calls.push(`executePurchase ${String(body.txCommandId)} ${body.otp?.reveal() ?? '-'}`);
      server.purchaseId = 99;
      return { purchase: { purchaseId: 99, items: server.items } };
    }),
  ];
}
