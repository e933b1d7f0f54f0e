import { romeDay } from '#contract/rules/dates.ts';
import type { Schema } from '#server/database/schema.ts';
import healthAuthorities from './data/health-authorities.json' with { type: 'json' };
import { makeAmcOrders } from './rows/amc-orders.ts';
import { businessRows, userBusinessRows } from './rows/businesses.ts';
import { makeDossiers } from './rows/dossiers.ts';
import { NEW, type NewRow } from './rows/new-row.ts';
import { makePatients } from './rows/patients.ts';
import { makeCatalogue } from './rows/products.ts';
import { makePurchases } from './rows/purchases.ts';
import { type Market, residualAt, salesOn } from './rows/sales.ts';
import { storeRows } from './rows/stores.ts';
import { userRows } from './rows/users.ts';
import { makeVouchers } from './rows/vouchers.ts';

/** The tables with demonstration data, in an order that satisfies their foreign keys. */
export const DEMO_TABLES = [
  'asl',
  'business',
  'store',
  'app_user',
  'user_business',
  'category',
  'manufacturer',
  'product',
  'product_category',
  'patient',
  'dossier',
  'voucher',
  'cart',
  'cart_item',
  'purchase',
  'purchase_item',
  'amc_order',
  'amc_order_purchase',
  'outbox',
] as const satisfies readonly (keyof Schema)[];

export type DemoTable = (typeof DEMO_TABLES)[number];

export type DemoData = { readonly [T in DemoTable]: readonly NewRow<T>[] };

/**
 * Generates the demonstration data of a first start at an instant. The same instant gives the same rows; the products,
 * companies and people are the same on every day.
 * @param hashOf returns the hash of a demonstration PIN or code
 */
export function generateDemoData(now: Date, hashOf: (secret: string) => string): DemoData {
  const today = romeDay(now);
  const { manufacturers, categories, products, productCategories } = makeCatalogue();
  const stores = storeRows();
  const patients = makePatients(today, hashOf);
  const dossiers = makeDossiers(patients, today);
  const market: Market = { now, stores, products };
  const spent = makeVouchers(dossiers, today).map((voucher) => ({ voucher, sales: salesOn(voucher, market) }));
  const purchaseRows = makePurchases(spent.flatMap(({ sales }) => sales));
  const amcOrders = makeAmcOrders(purchaseRows.purchases, stores, now);
  return {
    asl: healthAuthorities.map((row) => ({ ...row, version: NEW.version })),
    business: businessRows(hashOf),
    store: stores,
    app_user: userRows(),
    user_business: userBusinessRows(),
    category: categories,
    manufacturer: manufacturers,
    product: products,
    product_category: productCategories,
    patient: patients.map(({ row }) => row),
    dossier: dossiers.map(({ row }) => row),
    voucher: spent.map(({ voucher, sales }) => ({
      ...voucher.row,
      residual: residualAt(voucher, sales, now).toFixed(),
    })),
    cart: purchaseRows.carts,
    cart_item: purchaseRows.cartItems,
    purchase: purchaseRows.purchases,
    purchase_item: purchaseRows.purchaseItems,
    amc_order: amcOrders.orders,
    amc_order_purchase: amcOrders.links,
    outbox: amcOrders.outbox,
  };
}
