import { useQuery } from '@tanstack/react-query';
import type { Features } from '#contract/calls/features.ts';
import { NO_FEATURES, featuresQuery } from '#src/providers/features/features.ts';

/** The server's features beyond §7 (rules §1); none until they are known. */
export function useFeatures(): Features {
  return useQuery(featuresQuery).data ?? NO_FEATURES;
}
