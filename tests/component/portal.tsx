import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { readMyAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { listMyBusinesses, readMyBusiness } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import type { Profile } from '#contract/entities/user.ts';
import { App } from '#src/app.tsx';
import { writeTokens } from '#src/providers/session/tokens.ts';
import { answer, network, refuse } from './network.ts';

interface PortalSetting {
  /** Who is signed in; nobody when not given. */
  readonly as?: Profile;
  /** Answers to calls; those of the identity, of one business, of no store and of nothing sold are always there. */
  readonly handlers?: readonly HttpHandler[];
}

interface RenderedPortal extends RenderResult {
  readonly user: UserEvent;
}

const NO_ROWS = { page: 0, pageSize: 20, totalCount: 0, totalPages: 0 };

function usualHandlers(profile: Profile): HttpHandler[] {
  const business = { businessId: 1, companyName: 'Farmacia Rossi' };
  return [
    answer(readCurrentUser, { user: { username: 'rossi', userProfile: { profile } } }),
    answer(readMyBusiness, { business }),
    answer(listMyBusinesses, { businesses: [business] }),
    answer(readMyAsl, { asl: { aslId: 1, name: 'ASL di Prova' } }),
    refuse(readFeatures, 'PATH_NOT_FOUND'),
    answer(listMyStores, { stores: [] }),
    answer(searchPurchases, { purchases: [], pagination: NO_ROWS }),
    answer(searchAmcOrders, { orders: [], pagination: NO_ROWS }),
  ];
}

/** Somebody arrives at a path; nothing is rendered yet. */
export function arriveAt(path: string, { as, handlers = [] }: PortalSetting = {}): void {
  network.use(...handlers, ...(as ? usualHandlers(as) : []));
  if (as) writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  window.history.replaceState(null, '', path);
}

/** Renders the whole portal at a path, with its real route table, above a network that answers by the contract. */
export function renderPortal(path: string, setting?: PortalSetting): RenderedPortal {
  arriveAt(path, setting);
  return { ...render(<App />), user: userEvent.setup() };
}
