import type { IRefineOptions } from '@refinedev/core';
import { queryClient } from './query-client.ts';

/** Refine's options: no optimistic updates with money (design §3), list state in the URL, no telemetry. */
export const refineOptions: IRefineOptions = {
  mutationMode: 'pessimistic',
  syncWithLocation: true,
  warnWhenUnsavedChanges: false,
  disableTelemetry: true,
  reactQuery: { clientConfig: queryClient },
};
