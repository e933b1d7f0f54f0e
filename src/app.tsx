import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { type ComponentType, type ReactNode, useEffect } from 'react';
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
import { resourceScreens } from './components/resource/resource-screens.tsx';
import { ProtectedScreens } from './components/session/protected-screens.tsx';
import { UnexpectedErrorPage } from './pages/unexpected-error/index.tsx';
import { accessControlProvider } from './providers/access/access-control-provider.ts';
import { authProvider } from './providers/auth/auth-provider.ts';
import { dataProvider } from './providers/data/data-provider.ts';
import { refineResources } from './providers/data/refine-resources.ts';
import { loadTexts } from './providers/i18n/i18n.ts';
import { useI18nProvider } from './providers/i18n/use-i18n-provider.ts';
import { useRouterForNavigation } from './providers/navigation.ts';
import { notificationProvider } from './providers/notifications/notification-provider.ts';
import { refineOptions } from './providers/refine-options.ts';
import { resources } from './resources/index.ts';
import { loadProtectedLayout, protectedScreens, publicScreens } from './screens.ts';

const providers = {
  dataProvider: dataProvider(resources),
  accessControlProvider: accessControlProvider(resources),
  resources: refineResources(resources),
};

function lazy(load: () => Promise<ComponentType>, screen?: ScreenHandle): Pick<RouteObject, 'Component' | 'handle'> {
  const handle: RouteHandle = { load, screen };
  return { Component: () => <LazyScreen load={load} />, handle };
}

/** A screen's route: its code and its texts are fetched together. */
function routeOf({ path, texts, load, steps = [], ...screen }: Screen): RouteObject {
  return {
    ...lazy(async () => (await Promise.all([load(), loadTexts(texts)]))[0].Component, screen),
    path,
    children: steps.map((step) => ({ path: step.path, handle: { screen: { ...screen, title: step.title } } })),
  };
}

/** What screens fail within: the way to another screen ends the failure. */
function Guarded({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={UnexpectedErrorPage} resetKeys={[key]}>
      {children}
    </ErrorBoundary>
  );
}

const drawnScreens = resourceScreens(
  resources,
  [...publicScreens, ...protectedScreens].map(({ path }) => path),
);

const routes: RouteObject[] = [
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
        children: publicScreens.map(routeOf),
      },
      {
        element: (
          <Guarded>
            <ProtectedScreens />
          </Guarded>
        ),
        children: [
          {
            ...lazy(loadProtectedLayout),
            children: [...protectedScreens, ...drawnScreens].map(routeOf),
          },
        ],
      },
    ],
  },
];

/** Fetches what the first address shows, code and texts, before anything can be drawn. */
export async function preloadFirstScreen(): Promise<void> {
  await preloadScreen(routes, window.location.pathname);
}

function Screens() {
  const { pathname } = useLocation();
  useRouterForNavigation();
  useEffect(() => {
    void preloadScreen(routes, pathname);
  }, [pathname]);
  return useRoutes(routes);
}

function Portal() {
  const i18nProvider = useI18nProvider();
  return (
    <Refine
      {...providers}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      routerProvider={routerProvider}
      options={refineOptions}
    >
      <Screens />
    </Refine>
  );
}

/** The portal: the wiring of Refine and the route table. */
export function App() {
  return (
    <BrowserRouter>
      <Guarded>
        <ScreenRoutesProvider value={routes}>
          <Portal />
        </ScreenRoutesProvider>
      </Guarded>
    </BrowserRouter>
  );
}
