import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startOfDay } from '#contract/rules/dates.ts';
import { lineTotal, money, type Money, sum } from '#contract/rules/money.ts';
import { BillTotaller } from '#server/ledger/bill.ts';
import type { Entry } from '#server/ledger/entries.ts';

const START = startOfDay('2026-10-01');
const HOUR_MS = 3_600_000;

interface Draft {
  readonly hour: number;
  readonly soldBefore: number;
  readonly store: number;
  readonly quantity: number;
  readonly micros: number;
  readonly isCancellation: boolean;
}

function entry({ hour, soldBefore, store, quantity, micros, isCancellation }: Draft): Entry {
  const at = new Date(START.getTime() + hour * HOUR_MS);
  const unitPrice = money(micros).div(1_000_000);
  const sign = isCancellation ? -1 : 1;
  const total = lineTotal(quantity, unitPrice).times(sign);
  const product = { productId: 1, productName: 'Farina', ean1: '8000000001063', manufacturer: 'Grano Libero' };
  return {
    kind: isCancellation ? 'CANCELLATION' : 'SALE',
    at,
    purchasedAt: isCancellation ? new Date(at.getTime() - soldBefore * HOUR_MS) : at,
    purchaseId: 1,
    patientId: 1,
    voucherCode: 'B-1',
    business: { businessId: store % 2, companyName: `Azienda ${store % 2}`, vat: '01234560925' },
    store: { storeId: store, code: `PV${store}`, name: `Negozio ${store}`, city: 'Nuoro' },
    lines: [{ ...product, vatRate: null, quantity: sign * quantity, unitPrice, total }],
    amount: total,
  };
}

/** Computes the totals in small batches. */
function totalBill(entries: readonly Entry[]) {
  const totaller = new BillTotaller(START);
  for (let at = 0; at < entries.length; at += 3) totaller.add(entries.slice(at, at + 3));
  return totaller.totals();
}

const entries = fc
  .array(
    fc.record({
      hour: fc.integer({ min: 0, max: 31 * 24 }),
      soldBefore: fc.integer({ min: 0, max: 40 * 24 }),
      store: fc.integer({ min: 1, max: 5 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      micros: fc.integer({ min: 1, max: 9_999_999 }),
      isCancellation: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((drafts) => [...drafts].sort((a, b) => a.hour - b.hour).map(entry));

function total(groups: readonly { readonly totals: { readonly total: Money } }[]): string {
  return sum(groups.map(({ totals }) => totals.total)).toFixed();
}

test('rules §7 bill: days, stores and companies each come to the total of the period; corrections make the rest', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const bill = totalBill(all);
      const { total: ofPeriod } = bill.ofPeriod;
      expect([total(bill.days), total(bill.stores), total(bill.businesses)]).toEqual(Array(3).fill(ofPeriod.toFixed()));
      expect(ofPeriod.plus(bill.correctionsSubtotal.amount).toFixed()).toBe(bill.grandTotal.toFixed());
      expect(bill.controlTotal.toFixed()).toBe(bill.grandTotal.toFixed());
      expect(bill.corrections.every(({ purchasedAt }) => purchasedAt < START)).toBe(true);
    }),
  );
});

test('rules §7 bill: the day of the end of summer time has 25 hours', () => {
  const at = (instant: string) => (Date.parse(instant) - START.getTime()) / HOUR_MS;
  const sale = { soldBefore: 0, store: 1, quantity: 1, micros: 1_000_000, isCancellation: false };
  const hours = [at('2026-10-24T22:00:00Z'), at('2026-10-25T22:00:00Z'), at('2026-10-25T23:00:00Z')];
  const bill = totalBill(hours.map((hour) => entry({ ...sale, hour })));
  expect(bill.days.map(({ day, totals }) => [day, totals.sales.count])).toEqual([
    ['2026-10-25', 2],
    ['2026-10-26', 1],
  ]);
});

test('rules §7 bill: of very many corrections the first thousand are named, and all are counted', () => {
  const correction = { hour: 1, soldBefore: 2, store: 1, quantity: 1, micros: 10_000, isCancellation: true };
  const bill = totalBill(Array.from({ length: 1500 }, () => entry(correction)));
  expect([bill.corrections.length, bill.correctionsSubtotal.count]).toEqual([1000, 1500]);
  expect(bill.grandTotal.toFixed(2)).toBe('-15.00');
});
