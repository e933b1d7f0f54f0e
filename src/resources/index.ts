import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { allBusinesses } from './all-businesses.ts';
import { amcOrders } from './amc-orders.ts';
import { asl } from './asl.ts';
import { billingSummary } from './billing-summary.ts';
import { businesses } from './businesses.ts';
import { carts } from './carts.ts';
import { endOfDay } from './end-of-day.ts';
import { manufacturers } from './manufacturers.ts';
import { orderablePurchases } from './orderable-purchases.ts';
import { patients } from './patients.ts';
import { productCategories } from './product-categories.ts';
import { products } from './products.ts';
import { purchases } from './purchases.ts';
import { stores } from './stores.ts';

/** All resources of the portal, in the order of the menu. */
export const resources: readonly ResourceDeclaration[] = [
  patients,
  products,
  productCategories,
  manufacturers,
  carts,
  billingSummary,
  purchases,
  endOfDay,
  orderablePurchases,
  amcOrders,
  stores,
  asl,
  allBusinesses,
  businesses,
];
