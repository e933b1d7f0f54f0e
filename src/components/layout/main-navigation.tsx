import { CanAccess, useMenu, useTranslate } from '@refinedev/core';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#src/providers/paths.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { Icon } from './icon.tsx';
import './navigation.css';
import { NavigationLink } from './navigation-link.tsx';

/**
 * Home, Supporto, and what the user's profile may see (§2, §6). The entries come from the resource declarations; on a
 * narrow screen they fold behind a button.
 */
export function MainNavigation() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { menuItems } = useMenu();
  const isSignedIn = useIsSignedIn();
  const entries = isSignedIn ? menuItems : [];
  // Where it was unfolded; following a link folds it again.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === pathname;
  const listId = useId();

  return (
    <nav className="navigation" aria-label={translate('common:navigation.label')}>
      <div className="app__inner">
        <button
          type="button"
          className="navigation__toggle"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpenedAt(isOpen ? null : pathname)}
        >
          <Icon shape={isOpen ? 'close' : 'menu'} />
          {translate('common:navigation.menu')}
        </button>
        <ul id={listId} className="navigation__list" data-open={isOpen}>
          <NavigationLink path={paths.home} label={translate('common:navigation.home')} />
          {entries.map((item) => (
            <CanAccess key={item.key} resource={item.name} action="list">
              <NavigationLink path={item.route ?? paths.home} label={translate(String(item.meta?.label))}>
                {item.children.map((child) => (
                  <CanAccess key={child.key} resource={child.name} action="list">
                    <NavigationLink path={child.route ?? paths.home} label={translate(String(child.meta?.label))} />
                  </CanAccess>
                ))}
              </NavigationLink>
            </CanAccess>
          ))}
          <NavigationLink path={paths.support} label={translate('common:navigation.support')} />
        </ul>
      </div>
    </nav>
  );
}
