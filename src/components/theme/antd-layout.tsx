import '@ant-design/v5-patch-for-react-19';
import { useGetLocale } from '@refinedev/core';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import english from 'antd/locale/en_GB';
import italian from 'antd/locale/it_IT';
import { useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import { CONTENT_ID } from '../layout/focus-screen.ts';
import { isMotionReduced } from './antd-styles.ts';
import { antdTheme, antdTokens } from './antd-theme.ts';
import { useShownTheme } from './appearance.ts';

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
    () => antdTheme(theme, antdTokens(getComputedStyle(document.documentElement), !isMotionReduced())),
    [theme],
  );
  return (
    <ConfigProvider
      theme={config}
      locale={localeOf(locale === 'en' ? english : italian)}
      getPopupContainer={popupPlace}
      // The browser keeps nothing that is typed, and offers it to nobody.
      input={{ autoComplete: 'off' }}
      // antd's wave around a pressed button delays what the press does, on a slow computer by 10 ms.
      wave={{ disabled: true }}
    >
      <Outlet />
    </ConfigProvider>
  );
}
