import { amcOrderRoutes } from './amc-order-routes.ts';
import { API_PREFIX, apiListener } from './api-server.ts';
import { SIGN_ON_CLIENT, authenticationRoutes } from './authentication-routes.ts';
import { billingRoutes } from './billing-routes.ts';
import { cancellationRoutes } from './cancellation-routes.ts';
import { cartRoutes } from './cart-routes.ts';
import { type Listening, listen } from './listen.ts';
import { portalListener } from './portal-listener.ts';
import { purchaseRoutes } from './purchase-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { SIGN_ON_BUTTON, signOnListener } from './sign-on-page.ts';
import { type Fixture, createFixture } from './fixture.ts';

/** A running second server: the portal, the API and the sign-on page on three origins. */
export interface SecondServer {
  readonly portalUrl: string;
  /** The `apiBaseUrl` of `/config.json`. */
  readonly apiUrl: string;
  readonly client: typeof SIGN_ON_CLIENT;
  readonly signOnButton: string;
  readonly fixture: Fixture;
  close(): Promise<void>;
}

/**
 * Starts a server that implements §7, written from the specification and the rules alone, and as unusual as they allow:
 * ids are texts with slashes and spaces, `pagination` is beside `data`, absent fields are null, there are unknown keys
 * and statuses, no answer has a `status` object, a wrong PIN is an error inside a 200, fields that the portal does not
 * read are missing, access tokens last twelve calls, and there are no extras.
 * @param portalFolder the built portal
 */
export async function startSecondServer(portalFolder: string): Promise<SecondServer> {
  const fixture = createFixture();
  const origins = { portal: '', api: '', signOn: '' };
  const routes = [
    ...authenticationRoutes(() => `${origins.signOn}/accesso`),
    ...referenceRoutes,
    ...searchRoutes,
    ...cartRoutes,
    ...purchaseRoutes,
    ...cancellationRoutes,
    ...billingRoutes,
    ...amcOrderRoutes,
  ];
  const configuration = () => ({
    apiBaseUrl: `${origins.api}${API_PREFIX}`,
    sso: SIGN_ON_CLIENT,
    supportEmail: 'assistenza@example.org',
    googleMapsApiKey: '',
    mapTilesUrl: '',
    regionalHealthSiteUrl: null,
  });
  const servers: Listening[] = [];
  const start = async (listener: Parameters<typeof listen>[0]) => {
    const server = await listen(listener);
    servers.push(server);
    return server.origin;
  };
  origins.portal = await start(portalListener(portalFolder, configuration));
  origins.api = await start(apiListener(fixture, routes, () => origins.portal));
  origins.signOn = await start(signOnListener(fixture, () => origins.portal));
  return {
    portalUrl: origins.portal,
    apiUrl: `${origins.api}${API_PREFIX}`,
    client: SIGN_ON_CLIENT,
    signOnButton: SIGN_ON_BUTTON,
    fixture,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
