import { queryOptions } from '@tanstack/react-query';
import type { Features } from '#contract/calls/features.ts';
import { ApiError } from '../http/api-error.ts';
import { callApi } from '../http/call-api.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { queryClient } from '../query-client.ts';

const NOT_FOUND = 404;

/** What every server offers beyond §7: nothing. */
export const NO_FEATURES: Features = { sorts: {}, filters: {}, calls: [] };

const importFeatures = () => import('#contract/calls/features.ts');

async function readServerFeatures(): Promise<Features> {
  const { readFeatures } = await loadLazy(importFeatures);
  try {
    const { features } = await callApi(readFeatures, {}, { alerts: 'none', background: true });
    return features;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return NO_FEATURES;
    throw error;
  }
}

/**
 * What the server offers beyond §7, asked once a session; nothing where it does not know the question (rules §1).
 * After a failure it is asked again when next needed.
 */
export const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: readServerFeatures,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The same for who can do without: nothing while it cannot be had. */
export async function knownFeatures(): Promise<Features> {
  return queryClient.query(featuresQuery).catch(() => NO_FEATURES);
}
