import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { type Money, sum } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';

/**
 * Which purchases are chosen: none or all of those in hand, but for the exceptions. So that choosing all of 100,000
 * takes no longer than choosing one.
 */
export interface Selection {
  readonly isAll: boolean;
  /** By key; where not all are chosen these are the chosen ones, which may stand on other pages of the list. */
  readonly except: ReadonlyMap<string, PurchaseHeading>;
}

/** The purchases that the screen has in hand, and their total in euro. */
export interface PurchasesInHand {
  readonly rows: readonly PurchaseHeading[];
  readonly total: Money;
  /** Whether they are all there are, or one page of them. */
  readonly isComplete: boolean;
}

export const NOTHING_SELECTED: Selection = { isAll: false, except: new Map() };

/** What tells purchases apart, whether a server names them by number or by text (rules §1). */
export function purchaseKey(purchaseId: Id): string {
  return String(purchaseId);
}

function amounts(purchases: ReadonlyMap<string, PurchaseHeading>): Money {
  return sum([...purchases.values()].map(({ itemsAmount }) => itemsAmount));
}

/** Whether a purchase is chosen. */
export function isSelected({ isAll, except }: Selection, { purchaseId }: PurchaseHeading): boolean {
  return except.has(purchaseKey(purchaseId)) !== isAll;
}

/** How many are chosen. */
export function selectedCount({ isAll, except }: Selection, { rows }: PurchasesInHand): number {
  return isAll ? rows.length - except.size : except.size;
}

/** The total of the chosen ones, in euro. */
export function selectedTotal({ isAll, except }: Selection, { total }: PurchasesInHand): Money {
  return isAll ? total.minus(amounts(except)) : amounts(except);
}

/** The chosen ones. */
export function selectedPurchases(selection: Selection, { rows }: PurchasesInHand): readonly PurchaseHeading[] {
  return selection.isAll ? rows.filter((row) => isSelected(selection, row)) : [...selection.except.values()];
}

/** Whether every purchase in hand is chosen; false where there is none. */
export function isAllSelected(selection: Selection, inHand: PurchasesInHand): boolean {
  const { rows, isComplete } = inHand;
  if (isComplete) return rows.length > 0 && selectedCount(selection, inHand) === rows.length;
  return rows.every((row) => isSelected(selection, row));
}

/** Chooses a purchase, or no longer. */
export function toggle({ isAll, except }: Selection, purchase: PurchaseHeading): Selection {
  const changed = new Map(except);
  const key = purchaseKey(purchase.purchaseId);
  if (!changed.delete(key)) changed.set(key, purchase);
  return { isAll, except: changed };
}

/** 'Seleziona/Deseleziona tutto' (§2): all in hand, or nothing when all are chosen already. */
export function toggleAll(selection: Selection, inHand: PurchasesInHand): Selection {
  if (isAllSelected(selection, inHand)) return NOTHING_SELECTED;
  if (inHand.isComplete) return { isAll: true, except: new Map() };
  const page = inHand.rows.map((row) => [purchaseKey(row.purchaseId), row] as const);
  return { isAll: false, except: new Map([...selection.except, ...page]) };
}

/** Without these purchases, which are no longer in hand. */
export function withoutPurchases({ isAll, except }: Selection, gone: ReadonlySet<string>): Selection {
  return { isAll, except: new Map([...except].filter(([key]) => !gone.has(key))) };
}
