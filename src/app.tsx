import { Refine, keys } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, Outlet, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { AppLayout } from './components/layout/app-layout.tsx';
import { ScreenFrame } from './components/layout/screen-frame.tsx';
import {
  type RouteHandle,
  type Screen,
  type ScreenHandle,
  ScreenRoutesProvider,
  preloadScreen,
} from './components/layout/screen-routes.ts';
import { LazyScreen } from './components/lazy/lazy-part.tsx';
import { resourceScreens } from './components/resource/resource-screens.ts';
import { ProtectedScreens } from './components/session/protected-screens.tsx';
import { UnexpectedErrorPage } from './pages/unexpected-error/index.tsx';
import { accessControlProvider } from './providers/access/access-control-provider.ts';
import { permissionQuery } from './providers/access/permission-query.ts';
import { authProvider } from './providers/auth/auth-provider.ts';
import { setAdminResources, useAdminResources } from './providers/data/admin-resources.ts';
import { dataProvider } from './providers/data/data-provider.ts';
import type { ResourceDeclaration } from './providers/data/declaration.ts';
import { DEFAULT_PAGE_SIZE } from './providers/data/list.ts';
import { menuScreens, refineResources } from './providers/data/refine-resources.ts';
import { loadTexts } from './providers/i18n/i18n.ts';
import { useI18nProvider } from './providers/i18n/use-i18n-provider.ts';
import { useRouterForNavigation } from './providers/navigation.ts';
import { notificationProvider } from './providers/notifications/notification-provider.ts';
import { adminPaths } from './providers/paths.ts';
import { queryClient } from './providers/query-client.ts';
import { refineOptions } from './providers/refine-options.ts';
import { resources } from './resources/index.ts';

import { loadProtectedLayout, partsOf, protectedScreens, publicScreens } from './screens.ts';

setAdminResources(() => import('./resources/admin/index.ts'));

function lazy(load: () => Promise<ComponentType>, screen?: ScreenHandle): Pick<RouteObject, 'Component' | 'handle'> {
  const handle: RouteHandle = { load, screen };
  return { Component: () => <LazyScreen load={load} />, handle };
}

/** A screen's route. The screen's code and texts load together. */
function routeOf({ path, texts, load, steps = [], ...screen }: Screen): RouteObject {
  return {
    ...lazy(async () => (await Promise.all([load(), loadTexts(texts)]))[0].Component, screen),
    path,
    children: steps.map((step) => ({ path: step.path, handle: { screen: { ...screen, title: step.title } } })),
  };
}

/** The error boundary of the screens. A navigation to another screen resets it. */
function Guarded({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={UnexpectedErrorPage} resetKeys={[key]}>
      {children}
    </ErrorBoundary>
  );
}

function routesOf(screens: readonly Screen[]): RouteObject[] {
  return screens.map(routeOf);
}

const publicRoutes = routesOf(publicScreens);
const protectedRoutes = routesOf(protectedScreens);
const protectedLayout = lazy(loadProtectedLayout);
const pages = [...publicScreens, ...protectedScreens].map(({ path }) => path);
/** One route for each declaration, so that a shown screen stays mounted when more declarations arrive. */
const drawnRoutes = new Map<ResourceDeclaration, RouteObject[]>();

function drawnRoutesOf(declaration: ResourceDeclaration): RouteObject[] {
  const drawn = drawnRoutes.get(declaration) ?? routesOf(resourceScreens([declaration], pages));
  drawnRoutes.set(declaration, drawn);
  return drawn;
}

/** Reserves the operator's paths. Their screens render below it once an operator is signed in. */
const ADMIN_ROUTE: RouteObject = { path: `${adminPaths.root}/*`, element: null };

function routesFor(declarations: readonly ResourceDeclaration[], isComplete = false): RouteObject[] {
  return [
    {
      element: <AppLayout />,
      children: [
        {
          element: (
            <Guarded>
              <ScreenFrame>
                <Outlet />
              </ScreenFrame>
            </Guarded>
          ),
          children: publicRoutes,
        },
        {
          element: (
            <Guarded>
              <ProtectedScreens />
            </Guarded>
          ),
          children: [
            {
              ...protectedLayout,
              children: [
                ...protectedRoutes,
                ...declarations.flatMap(drawnRoutesOf),
                ...(isComplete ? [] : [ADMIN_ROUTE]),
              ],
            },
          ],
        },
      ],
    },
  ];
}

/** Fetches the code and the texts of the first screen before the portal renders. */
export async function preloadFirstScreen(): Promise<void> {
  await preloadScreen(routesFor(resources), window.location.pathname);
}

/** How long the rows of the first screen are not asked for again, in ms. */
const FIRST_ROWS_MS = 5000;

/**
 * Fills Refine's cache before the portal renders: who may see the screens of the menu, and then, if the first screen is
 * a list, its rows. The key of these is that of Refine's `useList`.
 */
export async function preloadFirstData(): Promise<void> {
  const { can } = accessControlProvider(resources);
  const items = refineResources(resources);
  const permissions = items.flatMap((item) =>
    menuScreens(item).map(async ({ action }) => {
      const { can: isAllowed } = await queryClient.query(permissionQuery(can, item.name, action));
      return isAllowed && action === 'list' ? item : undefined;
    }),
  );
  const { pathname, search } = window.location;
  const resource = partsOf(pathname).list;
  const item = (await Promise.all(permissions)).find((allowed) => allowed?.name === resource);
  const { currentPage = 1, pageSize = DEFAULT_PAGE_SIZE, ...others } = Object.fromEntries(new URLSearchParams(search));
  if (!item || Object.keys(others).length > 0) return;
  const pagination = { currentPage: Number(currentPage), pageSize: Number(pageSize), mode: 'server' as const };
  const list = { filters: [], pagination, sorters: [] };
  const queryKey = keys()
    .data()
    .resource(item.name)
    .action('list')
    .params({ ...item.meta, ...list })
    .get();
  // Rows that came before the list is mounted are not asked for again.
  queryClient.setQueryDefaults(queryKey, {
    staleTime: ({ state }) => (state.dataUpdateCount > 1 ? 0 : FIRST_ROWS_MS),
  });
  const rows = queryClient.query({
    queryKey,
    queryFn: ({ signal }) => dataProvider(resources).getList({ resource: item.name, ...list, meta: { signal } }),
  });
  // Not awaited: the frame of the screen renders meanwhile. The list shows a failure.
  rows.catch(() => undefined);
}

function Screens({ routes }: { readonly routes: RouteObject[] }) {
  const { pathname } = useLocation();
  useRouterForNavigation();
  useEffect(() => {
    void preloadScreen(routes, pathname);
  }, [routes, pathname]);
  return useRoutes(routes);
}

function Portal() {
  const i18nProvider = useI18nProvider();
  const admin = useAdminResources();
  const known = useMemo(() => [...resources, ...admin], [admin]);
  const routes = useMemo(() => routesFor(known, admin.length > 0), [known, admin]);
  const providers = useMemo(
    () => ({
      dataProvider: dataProvider(known),
      accessControlProvider: accessControlProvider(known),
      resources: refineResources(known),
    }),
    [known],
  );
  return (
    <ScreenRoutesProvider value={routes}>
      <Refine
        {...providers}
        authProvider={authProvider}
        i18nProvider={i18nProvider}
        notificationProvider={notificationProvider}
        routerProvider={routerProvider}
        options={refineOptions}
      >
        <Screens routes={routes} />
      </Refine>
    </ScreenRoutesProvider>
  );
}

export function App() {
  return (
    <BrowserRouter>
      <Guarded>
        <Portal />
      </Guarded>
    </BrowserRouter>
  );
}
