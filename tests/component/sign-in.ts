import type { HttpHandler } from 'msw';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { readMyAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { listMyBusinesses, readMyBusiness } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import type { Profile } from '#contract/entities/shared.ts';
import { writeTokens } from '#src/providers/session/tokens.ts';
import { answer, network, refuse } from './network.ts';

const business = { businessId: 1, companyName: 'Farmacia Rossi' };
const NO_ROWS = { page: 0, pageSize: 20, totalCount: 0, totalPages: 0 };

/** Answers to the calls about the signed-in user. The server has no extras. */
export function identityHandlers(profile: Profile): HttpHandler[] {
  return [
    answer(readCurrentUser, { user: { username: 'rossi', userProfile: { profile } } }),
    answer(readMyBusiness, { business }),
    answer(readMyAsl, { asl: { aslId: 1, name: 'ASL di Prova' } }),
    refuse(readFeatures, 'PATH_NOT_FOUND'),
  ];
}

/** Answers to the calls that the whole portal makes: the identity, one business, no store and no sale. */
export function portalHandlers(profile: Profile): HttpHandler[] {
  return [
    ...identityHandlers(profile),
    answer(listMyBusinesses, { businesses: [business] }),
    answer(listMyStores, { stores: [] }),
    answer(searchPurchases, { purchases: [], pagination: NO_ROWS }),
    answer(searchAmcOrders, { orders: [], pagination: NO_ROWS }),
  ];
}

/** Signs a user in: the session has tokens, and the server answers these calls. */
export function signIn(handlers: readonly HttpHandler[]): void {
  network.use(...handlers);
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
}
