import '@ant-design/v5-patch-for-react-19';
import { useGetLocale } from '@refinedev/core';
import { ConfigProvider, type ThemeConfig, theme as antdThemes } from 'antd';
import type { Locale } from 'antd/es/locale';
import english from 'antd/locale/en_GB';
import italian from 'antd/locale/it_IT';
import { useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { CONTENT_ID } from '../focus/content-id.ts';
import { useShownTheme } from '../theme/theme-store.ts';
import { antdTokens } from './antd-tokens.ts';

/** Where the tokens alone do not give a dense, readable screen. */
const COMPONENTS: ThemeConfig['components'] = {
  Button: {
    fontWeight: 600,
    primaryShadow: 'none',
    defaultShadow: 'none',
    // The hover colour of a primary button is too dark for a text on the dark surface.
    defaultHoverColor: 'var(--color-link)',
    defaultHoverBorderColor: 'var(--color-link)',
    defaultActiveColor: 'var(--color-link)',
    defaultActiveBorderColor: 'var(--color-link)',
  },
  // An empty list's text is there to be read too, and so are the days of the months before and after.
  DatePicker: { colorTextDisabled: 'var(--color-text-muted)' },
  Select: { colorTextDisabled: 'var(--color-text-muted)' },
  Table: {
    headerBg: 'var(--color-surface-sunken)',
    headerColor: 'var(--color-text)',
    cellPaddingBlock: 10,
    // The text of an empty table is there to be read.
    colorTextDisabled: 'var(--color-text-muted)',
  },
};

/**
 * A list or popover stands inside the dialog of what opens it: what is outside a modal dialog does not exist for some
 * readers, and what is in antd's beside its content cannot be clicked. Elsewhere it stands inside the screen: what is
 * beside its landmarks is not found by who goes from one to the next.
 */
function popupPlace(opener?: HTMLElement): HTMLElement {
  return opener?.closest<HTMLElement>('.ant-modal-content') ?? document.getElementById(CONTENT_ID) ?? document.body;
}

/** antd's locales are CommonJS: the bundler hands them out with their default inside, Node does not. */
function localeOf(module: Locale & { readonly default?: Locale }): Locale {
  return module.default ?? module;
}

/** Brings antd, in the portal's colours and language, to the screens that use it; loaded with the first of them. */
export function AntdLayout() {
  const theme = useShownTheme();
  const locale = useGetLocale()();
  const config = useMemo(
    () => ({
      token: antdTokens(),
      algorithm: theme === 'dark' ? antdThemes.darkAlgorithm : antdThemes.defaultAlgorithm,
      components: COMPONENTS,
    }),
    [theme],
  );
  return (
    <ConfigProvider
      theme={config}
      locale={localeOf(locale === 'en' ? english : italian)}
      getPopupContainer={popupPlace}
    >
      <Outlet />
    </ConfigProvider>
  );
}
