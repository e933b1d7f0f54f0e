import { useCan, useResourceParams, useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useIdentity } from '#src/providers/auth/use-identity.ts';
import { refetchFailed } from '#src/providers/query-client.ts';
import { ScreenFrame } from '../layout/screen-frame.tsx';
import { PageHead } from '../public-page/page-head.tsx';
import { RetryButton } from '../retry/retry-button.tsx';
import { BarePage } from './bare-page.tsx';

/** The resource and action of the current screen. A path below a list belongs to the list. */
function useShownScreen(): { readonly resource: string; readonly action: string } {
  const { pathname } = useLocation();
  const { resource, action, resources } = useResourceParams();
  if (resource) return { resource: resource.name, action: action ?? 'list' };
  const above = resources.find(({ list }) => typeof list === 'string' && pathname.startsWith(`${list}/`));
  return { resource: above?.name ?? '', action: 'list' };
}

/**
 * The screen, or for a user without permission an empty page without breadcrumb and with a visually hidden heading (§2,
 * §6).
 */
export function PermittedScreen({ children }: { readonly children: ReactNode }) {
  const translate = useTranslate();
  const screen = useShownScreen();
  const identity = useIdentity();
  const permission = useCan(screen);
  if (permission.data?.can) return <ScreenFrame>{children}</ScreenFrame>;

  async function retry(): Promise<void> {
    const { isSuccess } = await identity.refetch();
    // The menu failed with the same error.
    if (isSuccess) await refetchFailed();
  }

  return (
    <BarePage>
      {(identity.isError || permission.isError) && (
        <PageHead title={translate('common:identityFailed.title')} lead={translate('common:identityFailed.text')}>
          <RetryButton look="primary" onRetry={() => void retry()} />
        </PageHead>
      )}
      {identity.data && permission.data && <h1 className="visually-hidden">{translate('common:page.notPermitted')}</h1>}
    </BarePage>
  );
}
