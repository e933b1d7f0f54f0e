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

/** Corrections where antd's tokens alone do not make a dense, readable screen. */
const COMPONENTS: ThemeConfig['components'] = {
  Button: {
    fontWeight: 600,
    primaryShadow: 'none',
    defaultShadow: 'none',
    // The red of the dark theme is light.
    dangerColor: 'var(--color-on-danger)',
    // The hover colour of a primary button is too dark for a text on the dark surface.
    defaultHoverColor: 'var(--color-link)',
    defaultHoverBorderColor: 'var(--color-link)',
    defaultActiveColor: 'var(--color-link)',
    defaultActiveBorderColor: 'var(--color-link)',
  },
  // antd uses the disabled colour for the text of an empty list and for days of other months. Both must be readable.
  DatePicker: { colorTextDisabled: 'var(--color-text-muted)' },
  Select: { colorTextDisabled: 'var(--color-text-muted)' },
  Table: {
    headerBg: 'var(--color-surface-sunken)',
    headerColor: 'var(--color-text)',
    cellPaddingBlock: 10,
    // The text of an empty table must be readable.
    colorTextDisabled: 'var(--color-text-muted)',
  },
};

/**
 * The container for lists and popovers. Inside a modal dialog they must be children of the dialog: some screen readers
 * ignore everything outside it, and antd blocks clicks beside its content. Elsewhere they go inside the screen, because
 * a user who moves between landmarks does not find what is outside them.
 */
function popupPlace(opener?: HTMLElement): HTMLElement {
  return opener?.closest<HTMLElement>('.ant-modal-content') ?? document.getElementById(CONTENT_ID) ?? document.body;
}

/** antd's locales are CommonJS: the bundler wraps them in `default`, Node does not. */
function localeOf(module: Locale & { readonly default?: Locale }): Locale {
  return module.default ?? module;
}

/** Loads antd, with the portal's colours and language, for the screens that use it. */
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
      // antd's wave around a pressed button delays what the press does, on a slow computer by 10 ms.
      wave={{ disabled: true }}
    >
      <Outlet />
    </ConfigProvider>
  );
}
