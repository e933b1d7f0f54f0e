import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { AppLayout } from './components/layout/app-layout.tsx';
import { ScreenFrame } from './components/layout/screen-frame.tsx';
import type { RouteHandle, Screen, ScreenHandle } from './components/layout/screen-routes.ts';
import { LazyScreen } from './components/feedback/lazy-part.tsx';
import { resourceScreens } from './components/resource/resource-screens.ts';
import { ProfileScreen, ProtectedScreens } from './components/layout/protected-screens.tsx';
import { UnexpectedErrorPage } from './pages/public/unexpected-error.tsx';
import type { ResourceDeclaration } from './providers/data/declaration.ts';
import { loadTexts } from './providers/i18n.ts';
import { adminPaths } from './providers/paths.ts';
import { loadProtectedLayout, protectedScreens, publicScreens } from './screens.ts';

function lazy(load: () => Promise<ComponentType>, screen?: ScreenHandle): Pick<RouteObject, 'Component' | 'handle'> {
  const handle: RouteHandle = { load, screen };
  return { Component: () => <LazyScreen load={load} />, handle };
}

/** A screen's route. The screen's code and texts load together. */
function routeOf({ path, texts, load, steps = [], ...screen }: Screen): RouteObject {
  return {
    ...lazy(async () => (await Promise.all([load(), loadTexts(texts)]))[0].Component, screen),
    path,
    // The screen renders its steps itself. The router warns about a route without an element.
    children: steps.map((step) => ({
      path: step.path,
      element: null,
      handle: { screen: { ...screen, title: step.title } },
    })),
  };
}

/** The error boundary of the screens. A navigation to another screen resets it. */
export function ScreenErrorBoundary({ children }: { readonly children: ReactNode }) {
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
const renderedRoutes = new Map<ResourceDeclaration, RouteObject[]>();

function renderedRoutesOf(declaration: ResourceDeclaration): RouteObject[] {
  const rendered = renderedRoutes.get(declaration) ?? routesOf(resourceScreens([declaration], pages));
  renderedRoutes.set(declaration, rendered);
  return rendered;
}

/** Reserves the operator's paths. Their screens render below it once an operator is signed in. */
const ADMIN_ROUTE: RouteObject = { path: `${adminPaths.root}/*`, element: null };

/**
 * The routes of the portal.
 * @param isComplete whether the declarations include the operator's
 */
export function routesFor(declarations: readonly ResourceDeclaration[], isComplete = false): RouteObject[] {
  return [
    {
      element: <AppLayout />,
      children: [
        {
          element: (
            <ScreenErrorBoundary>
              <ScreenFrame>
                <Outlet />
              </ScreenFrame>
            </ScreenErrorBoundary>
          ),
          children: publicRoutes,
        },
        {
          element: (
            <ScreenErrorBoundary>
              <ProtectedScreens />
            </ScreenErrorBoundary>
          ),
          children: [
            {
              ...protectedLayout,
              children: [
                {
                  element: <ProfileScreen />,
                  children: [
                    ...protectedRoutes,
                    ...declarations.flatMap(renderedRoutesOf),
                    ...(isComplete ? [] : [ADMIN_ROUTE]),
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}
