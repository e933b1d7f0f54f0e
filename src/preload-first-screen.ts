import { keys } from '@refinedev/core';
import { preloadScreen } from './components/layout/screen-routes.ts';
import { accessControlProvider, permissionQuery } from './providers/access-control-provider.ts';
import { dataProvider } from './providers/data/data-provider.ts';
import { menuScreens, refineResources } from './providers/data/declared-calls.ts';
import { queryClient } from './providers/query-client.ts';
import { resources } from './resources/index.ts';
import { routesFor } from './routes.tsx';
import { firstPageOf, partsOf } from './screens.ts';

/** Fetches the code and the texts of the first screen before the portal renders. */
export async function preloadFirstScreen(): Promise<void> {
  await preloadScreen(routesFor(resources), window.location.pathname);
}

/** How long the rows of the first screen are not asked for again, in ms. */
const FIRST_ROWS_MS = 5000;

/**
 * Fills Refine's cache before the portal renders: who may see the screens of the menu, and then, if the first screen is
 * a list, its rows. The key of these is that of Refine's `useList`.
 */
export async function preloadFirstData(): Promise<void> {
  const { can } = accessControlProvider(resources);
  const items = refineResources(resources);
  const permissions = items.flatMap((item) =>
    menuScreens(item).map(async ({ action }) => {
      const { can: isAllowed } = await queryClient.query(permissionQuery(can, item.name, action));
      return isAllowed && action === 'list' ? item : undefined;
    }),
  );
  const { pathname, search } = window.location;
  const resource = partsOf(pathname).list?.resource;
  const item = (await Promise.all(permissions)).find((allowed) => allowed?.name === resource);
  const page = firstPageOf(search);
  if (!item || !page) return;
  const pagination = { ...page, mode: 'server' as const };
  const list = { filters: [], pagination, sorters: [] };
  const queryKey = keys()
    .data()
    .resource(item.name)
    .action('list')
    .params({ ...item.meta, ...list })
    .get();
  // Rows that came before the list is mounted are not asked for again.
  queryClient.setQueryDefaults(queryKey, {
    staleTime: ({ state }) => (state.dataUpdateCount > 1 ? 0 : FIRST_ROWS_MS),
  });
  const rows = queryClient.query({
    queryKey,
    queryFn: ({ signal }) => dataProvider(resources).getList({ resource: item.name, ...list, meta: { signal } }),
  });
  // Not awaited: the frame of the screen renders meanwhile. The list shows a failure.
  rows.catch(() => undefined);
}
