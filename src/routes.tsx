import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { AppLayout } from './components/layout/app-layout.tsx';
import { type Screen, ScreenFrame } from './components/layout/screen-frame.tsx';
import { LazyScreen } from './components/feedback/lazy-part.tsx';
import { ProfileScreen, ProtectedScreens } from './components/layout/protected-screens.tsx';
import { UnexpectedErrorPage } from './pages/public/unexpected-error.tsx';
import type { ResourceDeclaration } from './providers/data/declaration.ts';
import { loadProtectedLayout, OPERATOR_PATHS, protectedScreens, publicScreens, renderedScreens } from './screens.ts';

/** A screen's route. The screen renders its steps itself. The router warns about a route without an element. */
function routeOf({ path, load, steps = [], ...screen }: Screen): RouteObject {
  return {
    path,
    // The key mounts each screen anew, and keeps the shown one when the routes are made again.
    element: <LazyScreen key={path} load={load} />,
    handle: screen,
    children: steps.map(({ path: step, title }) => ({ path: step, element: null, handle: { ...screen, title } })),
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

/** Reserves the operator's paths. Their screens render below it once an operator is signed in. */
const OPERATOR_ROUTE: RouteObject = { path: OPERATOR_PATHS, element: null };

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
          children: publicScreens.map(routeOf),
        },
        {
          element: (
            <ScreenErrorBoundary>
              <ProtectedScreens />
            </ScreenErrorBoundary>
          ),
          children: [
            {
              element: <LazyScreen load={loadProtectedLayout} />,
              children: [
                {
                  element: <ProfileScreen />,
                  children: [
                    ...[...protectedScreens, ...declarations.flatMap(renderedScreens)].map(routeOf),
                    ...(isComplete ? [] : [OPERATOR_ROUTE]),
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
