import { useQuery } from '@tanstack/react-query';
import type { Features } from '#contract/calls/features.ts';
import { NO_FEATURES, featuresQuery } from '#src/providers/features/features.ts';

/** What the server offers beyond §7 (rules §1); nothing until it is known. */
export function useFeatures(): Features {
  return useQuery(featuresQuery).data ?? NO_FEATURES;
}
