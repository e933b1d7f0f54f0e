import { expect, test } from 'vitest';
import { money, sum } from '#contract/rules/money.ts';
import {
  isAllSelected,
  isSelected,
  type LoadedPurchases,
  NOTHING_SELECTED,
  selectedCount,
  selectedPurchases,
  selectedTotal,
  type Selection,
  toggle,
  toggleAll,
  withoutPurchases,
} from '#src/pages/amc-orders/selection.ts';

const UNKNOWN = { patient: undefined, store: undefined, asl: undefined };

function purchase(purchaseId: number | string) {
  const itemsAmount = money(purchaseId).times('0.1');
  return { purchaseId, createTime: '2026-11-02T10:00:00+01:00', itemsAmount, ...UNKNOWN };
}

function loaded(ids: readonly (number | string)[], isComplete = true): LoadedPurchases {
  const rows = ids.map(purchase);
  return { rows, isComplete, total: sum(rows.map(({ itemsAmount }) => itemsAmount)) };
}

function facts(selection: Selection, purchases: LoadedPurchases) {
  return {
    ids: selectedPurchases(selection, purchases).map(({ purchaseId }) => purchaseId),
    count: selectedCount(selection, purchases),
    total: selectedTotal(selection, purchases)?.toFixed(2),
    isAll: isAllSelected(selection, purchases),
  };
}

test('§2 nothing is chosen at first', () => {
  expect(facts(NOTHING_SELECTED, loaded([1, 2]))).toEqual({ ids: [], count: 0, total: '0.00', isAll: false });
  expect(isAllSelected(NOTHING_SELECTED, loaded([]))).toBe(false);
});

test('§2 a purchase is chosen, and no longer', () => {
  const list = loaded([1, 2, 3]);
  const one = toggle(NOTHING_SELECTED, purchase(2));
  expect(facts(one, list)).toEqual({ ids: [2], count: 1, total: '0.20', isAll: false });
  expect(facts(toggle(one, purchase(2)), list)).toMatchObject({ ids: [], count: 0 });
});

test("§2 'Seleziona/Deseleziona tutto' chooses all, then nothing; one may be taken out of all", () => {
  const list = loaded([1, 2, 3]);
  const all = toggleAll(NOTHING_SELECTED, list);
  expect(facts(all, list)).toEqual({ ids: [1, 2, 3], count: 3, total: '0.60', isAll: true });
  const butOne = toggle(all, purchase(2));
  expect(facts(butOne, list)).toEqual({ ids: [1, 3], count: 2, total: '0.40', isAll: false });
  expect(isSelected(butOne, purchase(2))).toBe(false);
  expect(facts(toggleAll(butOne, list), list)).toMatchObject({ count: 3, isAll: true });
  expect(facts(toggleAll(all, list), list)).toMatchObject({ count: 0, isAll: false });
});

test('§2 all of them one by one are all', () => {
  const list = loaded([1, 2]);
  const both = toggle(toggle(NOTHING_SELECTED, purchase(1)), purchase(2));
  expect(isAllSelected(both, list)).toBe(true);
  expect(toggleAll(both, list)).toEqual(NOTHING_SELECTED);
});

test('§2 on one page of many all means the page, and what other pages have chosen stays', () => {
  const first = toggle(NOTHING_SELECTED, purchase(9));
  const page = loaded([1, 2], false);
  const both = toggleAll(first, page);
  expect(facts(both, page)).toEqual({ ids: [9, 1, 2], count: 3, total: '1.20', isAll: true });
});

test('rules §7 a purchase that fell out is no longer chosen, the rest is', () => {
  const list = loaded([1, 2, 3]);
  const chosen = toggle(toggle(NOTHING_SELECTED, purchase(1)), purchase(2));
  expect(facts(withoutPurchases(chosen, new Set(['2'])), list)).toMatchObject({ ids: [1], total: '0.10' });
  const all = withoutPurchases(toggleAll(NOTHING_SELECTED, list), new Set(['2']));
  expect(facts(all, loaded([1, 3]))).toMatchObject({ ids: [1, 3], isAll: true });
});

test('rules §1 ids that are text are told apart and given back as they came', () => {
  const list = loaded(['7', '8']);
  expect(facts(toggle(NOTHING_SELECTED, purchase('7')), list).ids).toEqual(['7']);
});
