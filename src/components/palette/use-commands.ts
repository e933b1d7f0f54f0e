import { useGetIdentity, useGetLocale, useLogin, useLogout, useSetLocale, useTranslate } from '@refinedev/core';
import { useNavigate } from 'react-router-dom';
import type { Identity } from '#src/providers/auth/identity.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { LANGUAGES } from '#src/providers/i18n/languages.ts';
import { paths } from '#src/providers/paths.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { legalPages } from '../layout/legal-pages.ts';
import { useBusinessSwitch } from '../layout/use-business-switch.ts';
import { HELP_KEY } from '../overlays/help-key.ts';
import { leaveCart, openOverlay } from '../overlays/overlay-store.ts';
import { THEME_CHOICES, chooseTheme, useThemeChoice } from '../theme/theme-store.ts';
import { usePermittedScreens } from './use-permitted-screens.ts';

/** Something that the palette offers. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** The heading it stands under. */
  readonly section: string;
  /** Further words by which it is found. */
  readonly keywords?: string;
  /** How it is reached without the palette. */
  readonly shortcut?: string;
  readonly perform: () => void;
}

const PUBLIC_SCREENS = [
  { path: paths.home, label: 'common:navigation.home' },
  { path: paths.storeLocator, label: 'common:page.storeLocator' },
  { path: paths.voucherInformation, label: 'common:page.voucherInformation' },
  { path: paths.support, label: 'common:navigation.support' },
] as const;

/** Keys of other words for what is done on a screen. */
const SCREEN_KEYWORDS = new Map<string, string>([
  [paths.purchaseHistory, 'palette:keywords.purchaseHistory'],
  [paths.billingSummary, 'palette:keywords.billingSummary'],
]);

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The screens that the user may see, those of work first; null until they are known. */
function useScreenCommands(): Command[] | null {
  const translate = useTranslate();
  const navigate = useNavigate();
  const screens = usePermittedScreens(useIsSignedIn());
  const section = translate('palette:section.screens');
  const keywordsOf = (path: string) => {
    const key = SCREEN_KEYWORDS.get(path);
    return key === undefined ? '' : translate(key);
  };
  if (!screens) return null;
  const inPortal = [...screens, ...PUBLIC_SCREENS].map(({ path, label }) => ({
    id: path,
    name: capitalised(translate(label)),
    section,
    keywords: keywordsOf(path),
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
function useBusinessCommands(): Command[] {
  const translate = useTranslate();
  const { data: identity } = useGetIdentity<Identity | null>();
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

function useAppearanceCommands(): Command[] {
  const translate = useTranslate();
  const locale = useGetLocale()();
  const setLocale = useSetLocale();
  const theme = useThemeChoice();
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
    perform: () => chooseTheme(choice),
  }));
  return [...languages, ...themes];
}

function useSessionCommands(): Command[] {
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
 * What the palette offers to whoever is there: only what the profile may do (§6). Nothing until that is known: the first
 * command must not change while it is chosen.
 */
export function useCommands(): Command[] {
  const translate = useTranslate();
  const help: Command = {
    id: 'shortcuts',
    name: translate('common:shortcuts.open'),
    section: translate('palette:section.help'),
    shortcut: HELP_KEY,
    perform: () => openOverlay('shortcuts'),
  };
  const screens = useScreenCommands();
  const others = [...useBusinessCommands(), ...useAppearanceCommands(), ...useSessionCommands(), help];
  return screens ? [...screens, ...others] : [];
}
