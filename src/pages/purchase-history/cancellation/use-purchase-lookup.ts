import { searchPurchases } from '#contract/calls/purchases.ts';
import type { Purchase } from '#contract/entities/purchase.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import type { CancellationTarget } from './cancellation-state.ts';

/** Purchases made since the list was loaded push the sought one further down. */
const NEWER_MEANWHILE = 20;

/**
 * Looks a purchase up in the history as the server has it now; null when it is not there or nobody answers. There is
 * no call for a single purchase (§7), so the newest ones are read, of its patient where the purchase says who that is.
 */
export function usePurchaseLookup(): (target: CancellationTarget) => Promise<Purchase | null> {
  const { run } = useCommand(searchPurchases);
  return async ({ purchase, within }) => {
    const { purchaseId, patient, dossierId } = purchase;
    const whose = patient?.patientId === undefined ? {} : { patientId: patient.patientId, dossierId };
    const query = { ...whose, page: 0, size: within + NEWER_MEANWHILE, sort: 'createTime,desc' };
    try {
      const { purchases } = await run({ query }, { alerts: 'none' });
      return purchases.find((other) => other.purchaseId === purchaseId) ?? null;
    } catch {
      return null;
    }
  };
}
