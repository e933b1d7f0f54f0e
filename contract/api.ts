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

/** Every call of the contract, for those who must see them all: the route check, the OpenAPI document, the tests. */
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
].flatMap((calls) => Object.values<unknown>(calls).filter(isCall));
