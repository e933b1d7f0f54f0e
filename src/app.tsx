import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { AppLayout } from './components/layout/app-layout.tsx';
import { PublicScreens } from './components/layout/public-screens.tsx';
import {
  type RouteHandle,
  type ScreenHandle,
  ScreenRoutesProvider,
  preloadScreen,
} from './components/layout/screen-routes.ts';
import { LazyScreen } from './components/lazy/lazy-screen.tsx';
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
import { paths, salePaths } from './providers/paths.ts';
import { refineOptions } from './providers/refine-options.ts';
import { resources } from './resources/index.ts';

const providers = {
  dataProvider: dataProvider(resources),
  accessControlProvider: accessControlProvider(resources),
  resources: refineResources(resources),
};

interface LazyModule {
  readonly Component: ComponentType;
}

/** What every route of the portal is made of. */
type ScreenRoute = Pick<RouteObject, 'Component'> & { readonly handle: RouteHandle };

/** A component whose code is fetched when it is shown. */
function lazy(load: () => Promise<ComponentType>, screenHandle?: ScreenHandle): ScreenRoute {
  return {
    Component: () => <LazyScreen load={load} />,
    handle: { load, ...(screenHandle && { screen: screenHandle }) },
  };
}

/** A screen: its code and its texts are fetched together. */
function screen(handle: ScreenHandle, texts: readonly string[], load: () => Promise<LazyModule>): ScreenRoute {
  return lazy(async () => (await Promise.all([load(), loadTexts(texts)]))[0].Component, handle);
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

/** The legal pages share their texts; what only the operator can write stands apart (docs/deployment.md). */
const LEGAL_TEXTS = ['legal', 'operator'];

const publicScreens: RouteObject[] = [
  { index: true, ...screen({ title: 'common:page.home' }, ['home'], () => import('./pages/home/index.tsx')) },
  {
    path: paths.signOnReturn,
    ...screen({ title: 'common:page.signOnReturn' }, ['public'], () => import('./pages/sign-on-return/index.tsx')),
  },
  {
    path: paths.storeLocator,
    ...screen(
      { title: 'common:page.storeLocator' },
      ['store-locator'],
      () => import('./pages/store-locator/index.tsx'),
    ),
  },
  {
    path: paths.support,
    ...screen({ title: 'common:page.support' }, ['public'], () => import('./pages/support/index.tsx')),
  },
  {
    path: paths.voucherInformation,
    ...screen(
      { title: 'common:page.voucherInformation', clearsBreadcrumb: true },
      ['public'],
      () => import('./pages/voucher-information/index.tsx'),
    ),
  },
  {
    path: paths.userNotFound,
    ...screen({ title: 'common:page.userNotFound' }, ['public'], () => import('./pages/user-not-found/index.tsx')),
  },
  {
    path: paths.privacy,
    ...screen({ title: 'common:page.privacy' }, LEGAL_TEXTS, () => import('./pages/privacy/index.tsx')),
  },
  {
    path: paths.legalNotes,
    ...screen({ title: 'common:page.legalNotes' }, LEGAL_TEXTS, () => import('./pages/legal-notes/index.tsx')),
  },
  {
    path: paths.accessibilityStatement,
    ...screen(
      { title: 'common:page.accessibilityStatement' },
      LEGAL_TEXTS,
      () => import('./pages/accessibility-statement/index.tsx'),
    ),
  },
  {
    path: '*',
    ...screen({ title: 'common:page.notFound' }, ['public'], () => import('./pages/not-found/index.tsx')),
  },
];

const PATIENT_SEARCH: ScreenHandle = { title: 'common:page.patients' };

/** A step of the sale, which stands below the search (§2). */
function saleStep(title: string): RouteHandle {
  return { screen: { title, parents: [{ title: 'common:page.patients', path: paths.patientSearch }] } };
}

const protectedScreens: RouteObject[] = [
  {
    path: paths.patientSearch,
    children: [
      {
        index: true,
        ...screen(
          PATIENT_SEARCH,
          ['patients', 'sale', 'table', 'purchases'],
          () => import('./pages/patient-search/index.tsx'),
        ),
      },
      {
        ...screen(PATIENT_SEARCH, ['patients', 'sale', 'table', 'purchases'], () => import('./pages/sale/index.tsx')),
        children: [
          { path: salePaths.beneficiary, handle: saleStep('sale:steps.beneficiary') },
          { path: salePaths.products, handle: saleStep('sale:steps.products') },
          { path: salePaths.summary, handle: saleStep('sale:steps.summary') },
          { path: salePaths.completed, handle: saleStep('sale:steps.completed') },
        ],
      },
    ],
  },
  {
    path: paths.purchaseHistory,
    ...screen(
      {
        title: 'common:page.purchases',
        parents: [{ title: 'common:page.patients', path: paths.patientSearch }],
      },
      ['purchases', 'sale', 'table'],
      () => import('./pages/purchase-history/index.tsx'),
    ),
  },
  {
    path: paths.billingSummary,
    ...screen(
      { title: 'common:page.billingSummary' },
      ['billing', 'period', 'table'],
      () => import('./pages/billing-summary/index.tsx'),
    ),
  },
  {
    path: paths.amcOrders,
    ...screen(
      { title: 'common:page.amcOrders' },
      ['amc-orders', 'period', 'table'],
      () => import('./pages/amc-orders/index.tsx'),
    ),
  },
  {
    path: paths.amcOrderSummary,
    ...screen(
      { title: 'common:page.amcOrderSummary' },
      ['amc-summary', 'period', 'table'],
      () => import('./pages/amc-order-summary/index.tsx'),
    ),
  },
];

const drawnScreens = resourceScreens(
  resources,
  [...publicScreens, ...protectedScreens].map(({ path }) => path),
).map(({ path, handle, texts, load }) => ({ path, ...screen(handle, texts, load) }));

const routes: RouteObject[] = [
  {
    element: <AppLayout />,
    children: [
      {
        element: (
          <Guarded>
            <PublicScreens />
          </Guarded>
        ),
        children: publicScreens,
      },
      {
        element: (
          <Guarded>
            <ProtectedScreens />
          </Guarded>
        ),
        children: [
          {
            // Late, because the public pages do without the component library.
            ...lazy(async () => (await import('./components/antd/antd-layout.tsx')).AntdLayout),
            children: [...protectedScreens, ...drawnScreens],
          },
        ],
      },
    ],
  },
];

/** Fetches what the first address shows, before anything can be drawn. */
export function preloadFirstScreen(): void {
  preloadScreen(routes, window.location.pathname);
}

function Screens() {
  const { pathname } = useLocation();
  useRouterForNavigation();
  useEffect(() => {
    preloadScreen(routes, pathname);
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
