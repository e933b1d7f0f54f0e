import { useTranslate } from '@refinedev/core';
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { Link, matchRoutes, type RouteMatch, type RouteObject, useLocation } from 'react-router-dom';
import { CONTENT_ID, useTabTitle } from './focus-screen.ts';
import { publicLinks } from './public-links.ts';

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
function useScreenHandle(): ScreenHandle | undefined {
  const { pathname } = useLocation();
  const matches: readonly RouteMatch[] = matchRoutes(use(ScreenRoutes), pathname) ?? [];
  return matches.findLast(({ route }) => route.handle)?.route.handle as ScreenHandle | undefined;
}

const HOME: ScreenName = { title: publicLinks.home.label, path: publicLinks.home.path };

/** The breadcrumb: home, the parent screens and the screen (§2). */
function Breadcrumb({ title, parents = [] }: ScreenHandle) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const above = pathname === HOME.path ? [] : [HOME, ...parents];
  return (
    <nav className="breadcrumb" aria-label={translate('common:breadcrumb.label')}>
      <ol className="breadcrumb__list">
        {above.map((parent) => (
          <li key={parent.path} className="breadcrumb__item">
            <Link to={parent.path}>{translate(parent.title)}</Link>
          </li>
        ))}
        <li className="breadcrumb__item">
          <span aria-current="page">{translate(title)}</span>
        </li>
      </ol>
    </nav>
  );
}

/** A screen with its breadcrumb and its title in the browser tab. */
export function ScreenFrame({ children }: { readonly children: ReactNode }) {
  const translate = useTranslate();
  const screen = useScreenHandle();
  useTabTitle([screen && translate(screen.title), translate('common:service.name')]);
  return (
    <>
      {screen && !screen.clearsBreadcrumb && <Breadcrumb {...screen} />}
      <main id={CONTENT_ID} className="app__main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
