import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Features } from '#contract/calls/features.ts';
import { onClockSet } from '../clock.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { queryClient } from '../query-client.ts';
import { useIsSignedIn } from '../session/tokens.ts';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';

const NOT_FOUND = 404;

/** No features beyond §7. */
export const NO_FEATURES: Features = { sorts: {}, filters: {}, calls: [], formats: {}, wholeCodes: false };

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
 * The server's features beyond §7, read once per session; none if the server has no such call (rules §1). After a
 * failure the next use reads them again.
 */
export const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: readServerFeatures,
  staleTime: Infinity,
  gcTime: Infinity,
});

onClockSet(() => void queryClient.invalidateQueries({ queryKey: featuresQuery.queryKey }));

/** The features, for callers that work without: none after a failure. */
export async function knownFeatures(): Promise<Features> {
  return queryClient.query(featuresQuery).catch(() => NO_FEATURES);
}

/** The server's features beyond §7 (rules §1); none until they are known. The end of a session asks for none. */
export function useFeatures(): Features {
  return useQuery({ ...featuresQuery, enabled: useIsSignedIn() }).data ?? NO_FEATURES;
}
