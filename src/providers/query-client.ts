import type { IRefineOptions } from '@refinedev/core';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { onConnectionChange } from './api/connection.ts';

/**
 * The cache of all reads. Failed reads are not repeated by themselves, because the error policy has shown the failure
 * and the screen offers 'Riprova'. They are repeated when the connection is back. `always`: being offline is a failure
 * to show, not a pause.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// In place of its own listener, which knows neither a silent server nor a hidden page.
onlineManager.setEventListener(onConnectionChange);

/** Repeats every failed read of what is shown. */
export async function refetchFailed(): Promise<void> {
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Refine's options: no optimistic updates with money (design §3), list state in the URL, no telemetry. */
export const refineOptions: IRefineOptions = {
  mutationMode: 'pessimistic',
  syncWithLocation: true,
  warnWhenUnsavedChanges: false,
  disableTelemetry: true,
  reactQuery: { clientConfig: queryClient },
};
