import { type Purchase, searchPurchases } from '#contract/calls/purchases.ts';
import { isCancelled } from '#src/components/display/statuses.ts';
import { ApiError } from '#src/providers/api/api-error.ts';
import { useLazyCall } from '#src/providers/api/call-hooks.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';

/** A purchase to cancel, and its position in the list. */
export interface CancellationTarget {
  readonly purchase: Purchase;
  /** The purchase is among this number of newest purchases of the list. */
  readonly within: number;
}

/** Purchases made after the list was loaded move the purchase further down. */
const NEWER_MEANWHILE = 20;

/**
 * Reads from the server whether a purchase is cancelled. §7 has no call for a single purchase. If the server cannot
 * search by number, the newest purchases are read: those of the purchase's patient, if the purchase names one.
 * @throws ApiError if the server does not answer or the purchase is not found
 */
export function useReadIsCancelled(): (target: CancellationTarget, signal: AbortSignal) => Promise<boolean> {
  const fetchPurchases = useLazyCall(searchPurchases);
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
    return isCancelled(found);
  };
}
