import * as adminAsl from './calls/admin/asl.ts';
import * as adminBusinesses from './calls/admin/businesses.ts';
import * as adminCategories from './calls/admin/categories.ts';
import * as adminClosings from './calls/admin/closings.ts';
import * as adminConsultations from './calls/admin/consultations.ts';
import * as adminDossiers from './calls/admin/dossiers.ts';
import * as adminImports from './calls/admin/imports.ts';
import * as adminManufacturers from './calls/admin/manufacturers.ts';
import * as adminPatients from './calls/admin/patients.ts';
import * as adminProducts from './calls/admin/products.ts';
import * as adminSpending from './calls/admin/spending.ts';
import * as adminStores from './calls/admin/stores.ts';
import * as adminUsers from './calls/admin/users.ts';
import * as adminVouchers from './calls/admin/vouchers.ts';
import * as amcOrders from './calls/amc-orders.ts';
import * as asl from './calls/asl.ts';
import * as authentication from './calls/authentication.ts';
import * as billingSummary from './calls/billing-summary.ts';
import * as businesses from './calls/businesses.ts';
import * as carts from './calls/carts.ts';
import type { Call } from './call.ts';
import * as endOfDay from './calls/end-of-day.ts';
import * as features from './calls/features.ts';
import * as patients from './calls/patients.ts';
import * as products from './calls/products.ts';
import * as purchases from './calls/purchases.ts';
import * as stores from './calls/stores.ts';

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answer' in value;
}

/** Every call of the contract. The route check, the OpenAPI document and the tests read this list. */
export const api: readonly Call[] = [
  authentication,
  features,
  asl,
  businesses,
  stores,
  products,
  patients,
  carts,
  purchases,
  endOfDay,
  billingSummary,
  amcOrders,
  adminAsl,
  adminBusinesses,
  adminStores,
  adminUsers,
  adminProducts,
  adminCategories,
  adminManufacturers,
  adminPatients,
  adminDossiers,
  adminVouchers,
  adminConsultations,
  adminClosings,
  adminImports,
  adminSpending,
].flatMap((calls) => Object.values<unknown>(calls).filter(isCall));
