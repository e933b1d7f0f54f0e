import * as adminBusinesses from './admin/businesses.ts';
import * as adminClosings from './admin/closings.ts';
import * as adminConsultations from './admin/consultations.ts';
import * as adminDossiers from './admin/dossiers.ts';
import * as adminImports from './admin/imports.ts';
import * as adminOverview from './admin/overview.ts';
import * as adminPatients from './admin/patients.ts';
import * as adminSpending from './admin/spending.ts';
import * as adminTills from './admin/tills.ts';
import * as adminUsers from './admin/users.ts';
import * as adminVouchers from './admin/vouchers.ts';
import { adminDeclarations } from './admin/resources.ts';
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
  ...adminDeclarations.map(({ calls }) => calls),
  adminBusinesses,
  adminTills,
  adminUsers,
  adminPatients,
  adminDossiers,
  adminVouchers,
  adminConsultations,
  adminClosings,
  adminImports,
  adminOverview,
  adminSpending,
].flatMap((calls) => Object.values<unknown>(calls).filter(isCall));
