import { CanAccess, type TreeMenuItem, useMenu, useTranslate } from '@refinedev/core';
import { Children, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { isOffered, menuScreens } from '#src/providers/data/declared-resources.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { DropdownMenu } from '../plain/dropdown-menu.tsx';
import { useEscape } from '../plain/escape.ts';
import { Icon } from '../plain/icon.tsx';
import { publicLinks } from './public-links.ts';

interface NavigationLinkProps {
  readonly path: string;
  /** Text key. */
  readonly label: string;
  /** The entries below this one. */
  readonly children?: ReactNode;
}

/** An entry of the main menu. The entry of the current screen, or of the screen above it, has `aria-current`. */
function NavigationLink({ path, label, children }: NavigationLinkProps) {
  const translate = useTranslate();
  return (
    <li className="navigation__item">
      <NavLink className="navigation__link" to={path}>
        {translate(label)}
      </NavLink>
      {Children.count(children) > 0 && (
        <DropdownMenu
          label={
            <span className="visually-hidden">{translate('common:navigation.below', { entry: translate(label) })}</span>
          }
        >
          {children}
        </DropdownMenu>
      )}
    </li>
  );
}

/**
 * The menu entries of a resource and of its children, if the user may see their screens (§6). An item without a list is
 * a group: it opens its children. In the menu of a narrow screen all are open, below its head.
 */
function MenuEntries({ item, profile }: { readonly item: TreeMenuItem; readonly profile: string | undefined }) {
  const translate = useTranslate();
  if (!isOffered(item, profile)) return null;
  if (item.list === undefined) {
    return (
      <li className="navigation__item navigation__group">
        <span className="navigation__head">{translate(`common:navigation.${item.name}`)}</span>
        <DropdownMenu label={translate(`common:navigation.${item.name}`)}>
          {item.children.map((child) => (
            <MenuEntries key={child.key} item={child} profile={profile} />
          ))}
        </DropdownMenu>
      </li>
    );
  }
  return menuScreens(item).map(({ path, label, action }) => (
    <CanAccess key={path} resource={item.name} action={action} params={{}}>
      <NavigationLink path={path} label={label}>
        {(action === 'list' ? item.children : []).map((child) => (
          <MenuEntries key={child.key} item={child} profile={profile} />
        ))}
      </NavigationLink>
    </CanAccess>
  ));
}

/** Whether the menu is open, and a setter. Esc and every navigation close it. */
function useFolding(toggle: RefObject<HTMLElement | null>): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key: place } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [shownAt, setShownAt] = useState(place);
  if (place !== shownAt) {
    setShownAt(place);
    setOpen(false);
  }

  const fold = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  useEscape(fold, { isOn: isOpen });
  return [isOpen, setOpen];
}

/**
 * Home, Punti vendita, Supporto, and the entries that the user's profile may see (§2, §6). The entries come from the
 * resource declarations. On a narrow screen a button opens them.
 */
export function MainNavigation() {
  const translate = useTranslate();
  const { menuItems } = useMenu();
  const isSignedIn = useIsSignedIn();
  const { data: identity } = useIdentity();
  const entries = isSignedIn ? menuItems : [];
  const toggle = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useFolding(toggle);
  const listId = useId();

  return (
    <nav className="navigation" aria-label={translate('common:navigation.label')}>
      <div className="app__inner">
        <button
          ref={toggle}
          type="button"
          className="row navigation__toggle"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon shape={isOpen ? 'close' : 'menu'} />
          {translate('common:navigation.menu')}
        </button>
        <ul id={listId} className="navigation__list" data-open={isOpen}>
          <NavigationLink {...publicLinks.home} />
          {entries.map((item) => (
            <MenuEntries key={item.key} item={item} profile={identity?.profile} />
          ))}
          <NavigationLink {...publicLinks.storeLocator} />
          <NavigationLink {...publicLinks.support} />
        </ul>
      </div>
    </nav>
  );
}
