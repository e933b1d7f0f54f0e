import { CanAccess, type TreeMenuItem, useGetIdentity, useMenu, useTranslate } from '@refinedev/core';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { Identity } from '#src/providers/auth/identity.ts';
import { isOffered, screenAction } from '#src/providers/data/refine-resources.ts';
import { paths } from '#src/providers/paths.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { Icon } from './icon.tsx';
import './navigation.css';
import { NavigationLink } from './navigation-link.tsx';

/** An entry with those below it, for who may see its screen and is offered it (§6). */
function MenuEntry({ item, profile }: { readonly item: TreeMenuItem; readonly profile: string | undefined }) {
  const translate = useTranslate();
  if (!isOffered(item, profile)) return null;
  return (
    <CanAccess resource={item.name} action={screenAction(item)}>
      <NavigationLink path={item.route ?? paths.home} label={translate(String(item.meta?.label))}>
        {item.children.map((child) => (
          <MenuEntry key={child.key} item={child} profile={profile} />
        ))}
      </NavigationLink>
    </CanAccess>
  );
}

/**
 * Home, Punti vendita, Supporto, and what the user's profile may see (§2, §6). The entries come from the resource
 * declarations; on a narrow screen they fold behind a button.
 */
export function MainNavigation() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { menuItems } = useMenu();
  const isSignedIn = useIsSignedIn();
  const { data: identity } = useGetIdentity<Identity | null>();
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
            <MenuEntry key={item.key} item={item} profile={identity?.profile} />
          ))}
          <NavigationLink path={paths.storeLocator} label={translate('common:page.storeLocator')} />
          <NavigationLink path={paths.support} label={translate('common:navigation.support')} />
        </ul>
      </div>
    </nav>
  );
}
