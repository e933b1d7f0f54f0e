import { type ComponentType, createContext, use } from 'react';
import { matchRoutes, type RouteMatch, type RouteObject, useLocation } from 'react-router-dom';

/** A screen in the breadcrumb: the key of its title, and its path. */
export interface ScreenName {
  readonly title: string;
  readonly path: string;
}

/** The route table's data about a screen, for its title and its breadcrumb (§2). */
interface ScreenHandle {
  /** Key of the title, for the browser tab and the last part of the breadcrumb. */
  readonly title: string;
  /** The parent screens, without the home page. */
  readonly parents?: readonly ScreenName[];
  /** The information page clears the breadcrumb on entry (§2). */
  readonly clearsBreadcrumb?: boolean;
}

/** A screen: path, title, and the code and texts to load. */
export interface ScreenParts extends ScreenHandle {
  readonly path: string;
  /** The namespaces of its texts. */
  readonly texts: readonly string[];
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
  /** Paths below it with the same component. */
  readonly steps?: readonly ScreenName[];
}

/** A screen whose code and texts load together. */
export interface Screen extends Omit<ScreenParts, 'load'> {
  readonly load: () => Promise<ComponentType>;
}

const ScreenRoutes = createContext<RouteObject[]>([]);

export const ScreenRoutesProvider = ScreenRoutes.Provider;

/** The route table's data about the current screen; undefined if it has none. */
export function useScreenHandle(): ScreenHandle | undefined {
  const { pathname } = useLocation();
  const matches: readonly RouteMatch[] = matchRoutes(use(ScreenRoutes), pathname) ?? [];
  return matches.findLast(({ route }) => route.handle)?.route.handle as ScreenHandle | undefined;
}
