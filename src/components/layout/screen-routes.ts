import { type ComponentType, createContext, use, useEffect } from 'react';
import { type RouteMatch, type RouteObject, matchRoutes, useLocation } from 'react-router-dom';
import { loadLazy } from '#src/providers/loading/load-lazy.ts';

/** A screen named in the breadcrumb: the key of its title and where it is. */
export interface ScreenName {
  readonly title: string;
  readonly path: string;
}

/** What the route table says of a screen, for its title and its breadcrumb (§2). */
export interface ScreenHandle {
  /** Key of the title, shown in the browser's tab and as the last part of the breadcrumb. */
  readonly title: string;
  /** The screens above it, but for the home page. */
  readonly parents?: readonly ScreenName[];
  /** The information page clears the breadcrumb on entry (§2). */
  readonly clearsBreadcrumb?: boolean;
}

/** A screen: where it is, what it is called, and what is fetched when it is shown. */
export interface Screen extends ScreenHandle {
  readonly path: string;
  /** The namespaces of its texts. */
  readonly texts: readonly string[];
  /** Fetches its code. */
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
  /** Addresses below it that the same component shows. */
  readonly steps?: readonly ScreenName[];
}

/** What a route carries beside its component. */
export interface RouteHandle {
  readonly screen?: ScreenHandle | undefined;
  /** Fetches what the route shows. */
  readonly load?: () => Promise<unknown>;
}

const ScreenRoutes = createContext<RouteObject[]>([]);

/** Gives the route table to what asks it for the screen of an address. */
export const ScreenRoutesProvider = ScreenRoutes.Provider;

function handlesOf(routes: RouteObject[], pathname: string): RouteHandle[] {
  const matches: readonly RouteMatch[] = matchRoutes(routes, pathname) ?? [];
  return matches.flatMap(({ route }) => (route.handle ? [route.handle as RouteHandle] : []));
}

/** What the route table says of the screen that is shown; absent where it says nothing. */
export function useScreenHandle(): ScreenHandle | undefined {
  const { pathname } = useLocation();
  return handlesOf(use(ScreenRoutes), pathname).findLast(({ screen }) => screen)?.screen;
}

/**
 * Fetches everything that a path shows at once, so that it is there, or on its way, when it is shown. What fails is
 * asked for again, and told, by the screen itself.
 * @returns once all of it is there, or has failed
 */
export async function preloadScreen(routes: RouteObject[], pathname: string): Promise<void> {
  await Promise.allSettled(handlesOf(routes, pathname).map(async ({ load }) => load && loadLazy(load)));
}

/** Fetches the screen of a path, once it is likely that the user goes there next. */
export function usePreloadedScreen(pathname: string, isLikely: boolean): void {
  const routes = use(ScreenRoutes);
  useEffect(() => {
    if (isLikely) void preloadScreen(routes, pathname);
  }, [routes, pathname, isLikely]);
}
