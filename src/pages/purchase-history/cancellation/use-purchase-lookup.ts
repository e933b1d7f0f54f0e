import { searchPurchases } from '#contract/calls/purchases.ts';
import type { Purchase } from '#contract/entities/purchase.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import { useFetch } from '#src/hooks/use-fetch.ts';
import { ApiError } from '#src/providers/http/api-error.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';

/** A purchase to cancel, and where it stands in the list. */
export interface CancellationTarget {
  readonly purchase: Purchase;
  /** So many of the newest purchases in the list are sure to hold it. */
  readonly within: number;
}

/** Purchases made since the list was loaded push the sought one further down. */
const NEWER_MEANWHILE = 20;

/**
 * Whether a purchase is cancelled in the history as the server has it now. There is no call for a single purchase (§7),
 * so where the server does not search by number the newest ones are read, of its patient where the purchase says who
 * that is.
 * @throws ApiError when nobody answers, or the purchase is not there
 */
export function usePurchaseLookup(): (target: CancellationTarget, signal: AbortSignal) => Promise<boolean> {
  const fetchPurchases = useFetch(searchPurchases);
  const { filters } = useFeatures();
  const isFoundByNumber = filters.purchases?.includes('purchaseId') ?? false;
  return async ({ purchase, within }, signal) => {
    const { purchaseId, patient, dossierId } = purchase;
    const whose = patient?.patientId === undefined ? {} : { patientId: patient.patientId, dossierId };
    const newest = { ...whose, page: 0, size: within + NEWER_MEANWHILE };
    const sought = isFoundByNumber ? { purchaseId, page: 0, size: 1 } : newest;
    const query = { ...sought, sort: 'createTime,desc' };
    const options = { alerts: 'expiry-only', timeout: timeLimits.question, signal } as const;
    const { purchases } = await fetchPurchases({ query }, options);
    const found = purchases.find((other) => other.purchaseId === purchaseId);
    if (!found) throw new ApiError({});
    return found.status === 'CANCELLED';
  };
}
