import { useCan, useGetIdentity, useResourceParams, useTranslate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Identity } from '#src/providers/auth/identity.ts';
import { screenAction } from '#src/providers/data/refine-resources.ts';
import { ScreenFrame } from '../layout/screen-frame.tsx';
import { PageHead } from '../public-page/page-head.tsx';
import { RetryButton } from '../retry-button/retry-button.tsx';
import { BarePage } from './bare-page.tsx';

/** The screen for who may see it; an empty page, without breadcrumb, for who may not (§2, §6). */
export function PermittedScreen({ children }: { readonly children: ReactNode }) {
  const translate = useTranslate();
  const { resource } = useResourceParams();
  // The header has asked already: what failed there is asked again by 'Riprova' alone.
  const identity = useGetIdentity<Identity | null>({ queryOptions: { retryOnMount: false } });
  const queries = useQueryClient();
  const permission = useCan({ resource: resource?.name ?? '', action: screenAction(resource) });
  if (permission.data?.can) return <ScreenFrame>{children}</ScreenFrame>;

  async function retry(): Promise<void> {
    const { isSuccess } = await identity.refetch();
    // The menu has failed with it.
    if (isSuccess) await queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }

  return (
    <BarePage>
      {(identity.isError || permission.isError) && (
        <PageHead title={translate('common:identityFailed.title')} lead={translate('common:identityFailed.text')}>
          <RetryButton look="primary" onRetry={() => void retry()} />
        </PageHead>
      )}
    </BarePage>
  );
}
