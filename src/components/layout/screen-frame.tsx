import { useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { CONTENT_ID, useTabTitle } from './focus-screen.ts';
import { publicLinks } from './public-links.ts';
import { type ScreenName, useScreenHandle } from './screen.ts';

const HOME: ScreenName = { title: publicLinks.home.label, path: publicLinks.home.path };

/** The breadcrumb: home, the parent screens and the screen (§2). Empty where the screen clears it. */
function Breadcrumb() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const screen = useScreenHandle();
  if (!screen || screen.clearsBreadcrumb) return null;

  const above = pathname === HOME.path ? [] : [HOME, ...(screen.parents ?? [])];
  const title = translate(screen.title);
  return (
    <nav className="breadcrumb" aria-label={translate('common:breadcrumb.label')}>
      <ol className="breadcrumb__list">
        {above.map((parent) => (
          <li key={parent.path} className="breadcrumb__item">
            <Link to={parent.path}>{translate(parent.title)}</Link>
          </li>
        ))}
        <li className="breadcrumb__item">
          <span aria-current="page">{title}</span>
        </li>
      </ol>
    </nav>
  );
}

function useDocumentTitle(): void {
  const translate = useTranslate();
  const screen = useScreenHandle();
  useTabTitle([screen && translate(screen.title), translate('common:service.name')]);
}

/** A screen with its breadcrumb and its title in the browser tab. */
export function ScreenFrame({ children }: { readonly children: ReactNode }) {
  useDocumentTitle();
  return (
    <>
      <Breadcrumb />
      <main id={CONTENT_ID} className="app__main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
