import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { Outlet } from 'react-router-dom';
import { accessControlProvider } from '#src/providers/access-control-provider.ts';
import { authProvider } from '#src/providers/session/auth-provider.ts';
import { dataProvider } from '#src/providers/data/data-provider.ts';
import { refineResources } from '#src/providers/data/declared-resources.ts';
import { useI18nProvider } from '#src/providers/i18n.ts';
import { useRouterForNavigation } from '#src/providers/navigation.ts';
import { notificationProvider } from '#src/providers/notifications/notification-provider.ts';
import { refineOptions } from '#src/providers/query-client.ts';
import { resources } from '#src/resources/index.ts';

const providers = {
  authProvider,
  dataProvider: dataProvider(resources),
  accessControlProvider: accessControlProvider(resources),
  notificationProvider,
  routerProvider,
  resources: refineResources(resources),
  options: refineOptions,
};

/** Refine with the portal's real providers but without its layout. Tests render screens in its outlet. */
export function BarePortal() {
  const i18nProvider = useI18nProvider();
  useRouterForNavigation();
  return (
    <Refine {...providers} i18nProvider={i18nProvider}>
      <Outlet />
    </Refine>
  );
}
