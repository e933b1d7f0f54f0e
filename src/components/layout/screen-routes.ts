import { type ComponentType, createContext, use, useEffect } from 'react';
import { type RouteMatch, type RouteObject, matchRoutes, useLocation } from 'react-router-dom';
import { loadLazy } from '#src/providers/loading/load-lazy.ts';

/** A screen in the breadcrumb: the key of its title, and its path. */
export interface ScreenName {
  readonly title: string;
  readonly path: string;
}

/** The route table's data about a screen, for its title and its breadcrumb (§2). */
export interface ScreenHandle {
  /** Key of the title, for the browser tab and the last part of the breadcrumb. */
  readonly title: string;
  /** The parent screens, without the home page. */
  readonly parents?: readonly ScreenName[];
  /** The information page clears the breadcrumb on entry (§2). */
  readonly clearsBreadcrumb?: boolean;
}

/** A list of which the portal asks for a page before the contract has loaded. It has the page sizes of §9. */
export interface FirstList {
  readonly resource: string;
  /** The profile that may see it. */
  readonly profile: string;
  /** The path and the sort order of its call. */
  readonly path: string;
  readonly sort: string;
}

/** A screen: path, title, and the code and texts to load. */
export interface Screen extends ScreenHandle {
  readonly path: string;
  /** The namespaces of its texts. */
  readonly texts: readonly string[];
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
  /** The list that it shows first, a page by the URL (§9). */
  readonly list?: FirstList;
  /** Paths below it with the same component. */
  readonly steps?: readonly ScreenName[];
}

/** The data of a route, beside its component. */
export interface RouteHandle {
  readonly screen?: ScreenHandle | undefined;
  readonly load?: () => Promise<unknown>;
}

const ScreenRoutes = createContext<RouteObject[]>([]);

export const ScreenRoutesProvider = ScreenRoutes.Provider;

function handlesOf(routes: RouteObject[], pathname: string): RouteHandle[] {
  const matches: readonly RouteMatch[] = matchRoutes(routes, pathname) ?? [];
  return matches.flatMap(({ route }) => (route.handle ? [route.handle as RouteHandle] : []));
}

/** The route table's data about the current screen; undefined if it has none. */
export function useScreenHandle(): ScreenHandle | undefined {
  const { pathname } = useLocation();
  return handlesOf(use(ScreenRoutes), pathname).findLast(({ screen }) => screen)?.screen;
}

/**
 * Fetches the code and texts of a path before the screen renders. The screen itself repeats and reports what fails.
 * @returns resolves when everything is loaded or has failed
 */
export async function preloadScreen(routes: RouteObject[], pathname: string): Promise<void> {
  await Promise.allSettled(handlesOf(routes, pathname).map(async ({ load }) => load && loadLazy(load)));
}

/** Preloads the screen of a path when the user will likely go there next. */
export function usePreloadedScreen(pathname: string, isLikely: boolean): void {
  const routes = use(ScreenRoutes);
  useEffect(() => {
    if (isLikely) void preloadScreen(routes, pathname);
  }, [routes, pathname, isLikely]);
}
