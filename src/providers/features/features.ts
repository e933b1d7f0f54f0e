import { queryOptions } from '@tanstack/react-query';
import type { Features } from '#contract/calls/features.ts';
import { callApi } from '../http/call-api.ts';

/** What every server offers beyond §7: nothing. */
export const NO_FEATURES: Features = { sorts: {}, filters: {}, calls: [] };

async function readServerFeatures(): Promise<Features> {
  try {
    const { readFeatures } = await import('#contract/calls/features.ts');
    const { features } = await callApi(readFeatures, {}, { alerts: 'none', background: true });
    return features;
  } catch {
    return NO_FEATURES;
  }
}

/** What the server offers beyond §7, asked once a session; nothing where it does not say (decisions §1). Never fails. */
export const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: readServerFeatures,
  staleTime: Infinity,
  gcTime: Infinity,
});
