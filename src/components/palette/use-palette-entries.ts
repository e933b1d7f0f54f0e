import {
  type TreeMenuItem,
  useCanWithoutCache,
  useGetLocale,
  useLogin,
  useLogout,
  useMenu,
  useSetLocale,
  useTranslate,
} from '@refinedev/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { permissionQuery } from '#src/providers/access-control-provider.ts';
import { type MenuScreen, menuScreens } from '#src/providers/data/declared-resources.ts';
import { LANGUAGES } from '#src/providers/languages.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { paths } from '#src/providers/paths.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { legalPages, publicLinks } from '../layout/public-links.ts';
import { useBusinessSwitch } from '../layout/business-switch.tsx';
import { chooseAppearance, THEME_CHOICES, useAppearance } from '../theme/appearance.ts';
import { HELP_KEY, leaveCart, openOverlay } from './overlay-store.ts';

/** Flattens the menu in its order, each entry before its children. */
function inMenuOrder(items: readonly TreeMenuItem[]): TreeMenuItem[] {
  return items.flatMap((item) => [item, ...inMenuOrder(item.children)]);
}

/**
 * The screens of the menu that the access rules allow (§6), in menu order. Empty if nobody is signed in, null until
 * known. A failed check counts as not allowed.
 */
function usePermittedScreens(isSignedIn: boolean): readonly MenuScreen[] | null {
  const { menuItems } = useMenu();
  const { can } = useCanWithoutCache();
  const screens = inMenuOrder(menuItems).flatMap((item) =>
    menuScreens(item).map((screen) => ({ resource: item.name, screen })),
  );
  const permissions = useQueries({
    queries:
      isSignedIn && can
        ? screens.map(({ resource, screen }) => permissionQuery(can, { resource, action: screen.action }))
        : [],
  });

  if (!isSignedIn) return [];
  if (permissions.some(({ isPending }) => isPending)) return null;
  return screens
    .filter((_, index) => permissions[index]?.isSuccess && permissions[index].data.can)
    .map(({ screen }) => screen);
}

/** What the palette offers: a screen to open or something to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly name: string;
  /** The heading above it. */
  readonly section: string;
  /** More words to find it by. */
  readonly keywords?: string;
  /** The keyboard shortcut of the same action. */
  readonly shortcut?: string;
  readonly perform: () => void;
}

/** Text keys with more search words for screens. */
const SCREEN_KEYWORDS: Readonly<Record<string, string | undefined>> = {
  [paths.purchaseHistory]: 'palette:keywords.purchaseHistory',
  [paths.billingSummary]: 'palette:keywords.billingSummary',
};

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The screens that the user may see, work screens first; null until they are known. */
function useScreenEntries(): PaletteEntry[] | null {
  const translate = useTranslate();
  const navigate = useNavigate();
  const screens = usePermittedScreens(useIsSignedIn());
  const section = translate('palette:section.screens');
  const keywordsOf = (key = '') => (key === '' ? '' : translate(key));
  if (!screens) return null;
  const inPortal = [...screens, ...Object.values(publicLinks)].map(({ path, label }) => ({
    id: path,
    name: capitalised(translate(label)),
    section,
    keywords: keywordsOf(SCREEN_KEYWORDS[path]),
    perform: () => void navigate(path),
  }));
  const legal = legalPages().map(({ name, address, isOwn }) => ({
    id: name,
    name: translate(`common:footer.${name}`),
    section,
    perform: () => (isOwn ? void navigate(address) : window.location.assign(address)),
  }));
  return [...inPortal, ...legal];
}

/** The other businesses of a user who has several (§4). */
function useBusinessEntries(): PaletteEntry[] {
  const translate = useTranslate();
  const { data: identity } = useIdentity();
  const { choices, switchTo } = useBusinessSwitch(identity?.profile === 'BUSINESS');
  return choices
    .filter(({ businessId }) => businessId !== identity?.businessId)
    .map(({ businessId, companyName }) => ({
      id: `business-${businessId}`,
      name: companyName ?? String(businessId),
      section: translate('common:business.switch'),
      perform: () => switchTo(businessId),
    }));
}

function useAppearanceEntries(): PaletteEntry[] {
  const translate = useTranslate();
  const locale = useGetLocale()();
  const setLocale = useSetLocale();
  const { theme } = useAppearance();
  const languages = LANGUAGES.filter((language) => language !== locale).map((language) => ({
    id: `language-${language}`,
    name: translate(`common:language.${language}`),
    section: translate('common:language.label'),
    keywords: translate('palette:keywords.language'),
    perform: () => void setLocale(language),
  }));
  const themes = THEME_CHOICES.filter((choice) => choice !== theme).map((choice) => ({
    id: `theme-${choice}`,
    name: translate('palette:theme', { theme: translate(`common:theme.${choice}`) }),
    section: translate('common:theme.label'),
    perform: () => chooseAppearance('theme', choice),
  }));
  return [...languages, ...themes];
}

function useSessionEntries(): PaletteEntry[] {
  const translate = useTranslate();
  const isSignedIn = useIsSignedIn();
  const { mutate: signIn } = useLogin();
  const { mutate: signOut } = useLogout();
  const section = translate('palette:section.session');
  const name = translate(isSignedIn ? 'common:user.signOut' : 'common:user.signIn');
  const perform = () => {
    if (isSignedIn) leaveCart(() => signOut({}));
    else if (!refuseOffline()) signIn({});
  };
  const keywords = isSignedIn ? translate('palette:keywords.signOut') : '';
  return [{ id: 'session', name, section, keywords, perform }];
}

/**
 * The entries that the user's profile allows (§6). Empty until the profile is known, so that the first entry does
 * not change during the choice.
 */
export function usePaletteEntries(): PaletteEntry[] {
  const translate = useTranslate();
  const help: PaletteEntry = {
    id: 'shortcuts',
    name: translate('common:shortcuts.open'),
    section: translate('palette:section.help'),
    shortcut: HELP_KEY,
    perform: () => openOverlay('shortcuts'),
  };
  const screens = useScreenEntries();
  const others = [...useBusinessEntries(), ...useAppearanceEntries(), ...useSessionEntries(), help];
  return screens ? [...screens, ...others] : [];
}
