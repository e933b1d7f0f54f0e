import { useTranslate } from '@refinedev/core';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import './breadcrumb.css';
import { type ScreenName, useScreenHandle } from './screen-handle.ts';

const HOME: ScreenName = { title: 'common:navigation.home', path: paths.home };

/** Where the user is: home, the screens above and the screen (§2). Nothing where the screen clears it. */
export function Breadcrumb() {
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
