import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { useEffect, useMemo } from 'react';
import { BrowserRouter, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { ScreenRoutesProvider } from './components/layout/screen-frame.tsx';
import { useDocumentEvent } from './components/plain/page-hooks.ts';
import { accessControlProvider } from './providers/access-control-provider.ts';
import { authProvider } from './providers/session/auth-provider.ts';
import { refineResources, registerAdminResources, useAdminResources } from './providers/data/declared-resources.ts';
import { dataProvider } from './providers/data/data-provider.ts';
import { prefetch } from './providers/loading/load-lazy.ts';
import { useI18nProvider } from './providers/i18n.ts';
import { useRouterForNavigation } from './providers/navigation.ts';
import { notificationProvider } from './providers/notifications/notification-provider.ts';
import { refineOptions } from './providers/query-client.ts';
import { resources } from './resources/index.ts';
import { ScreenErrorBoundary, routesFor } from './routes.tsx';
import { renderedScreens } from './screens.ts';

registerAdminResources(async () => {
  const loaded = await import('./resources/administration.ts');
  // What an address loads is asked before the routes are drawn.
  loaded.adminResources.forEach(renderedScreens);
  return loaded;
});

/** Loads what a link leads to when it is pointed at or gets the focus. */
function prefetchLink({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (link && link.origin === window.location.origin && link.target === '') void prefetch(link.pathname);
}

function Screens({ routes }: { readonly routes: RouteObject[] }) {
  const { pathname } = useLocation();
  useRouterForNavigation();
  useDocumentEvent('pointerover', prefetchLink);
  useDocumentEvent('focusin', prefetchLink);
  // The layout and the screen load together.
  useEffect(() => {
    void prefetch(pathname);
  }, [pathname]);
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
      <ScreenErrorBoundary>
        <Portal />
      </ScreenErrorBoundary>
    </BrowserRouter>
  );
}
