import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Money,
  exceedsBudget,
  formatTotal,
  formatUnitPrice,
  isValidUnitPrice,
  largestQuantity,
  lineTotal,
  money,
  roundToCents,
  sum,
  toWire,
} from '#contract/rules/money.ts';
import { modelRuns } from '#tests/extent.ts';

/** The model holds amounts in whole millionths of a euro as BigInt, so that nothing is rounded. */
const MILLION = 1_000_000n;
const CENT = 10_000n;
const runs = modelRuns(300);

const prices = fc.bigInt({ min: 1n, max: 1000n * MILLION });
const quantities = fc.integer({ min: 1, max: 999 });
const amounts = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const budgets = fc.bigInt({ min: -100n, max: 50_000n }).map((cents) => cents * CENT);

function toMoney(millionths: bigint): Money {
  return money(millionths.toString()).div(MILLION.toString());
}

function toMillionths(amount: Money): bigint {
  return BigInt(amount.times(MILLION.toString()).toFixed());
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Rounds half a cent away from zero. */
function roundedToCents(millionths: bigint): bigint {
  const cents = (absolute(millionths) + CENT / 2n) / CENT;
  return (millionths < 0n ? -cents : cents) * CENT;
}

function modelTotal(quantity: number, price: bigint): bigint {
  const total = roundedToCents(BigInt(quantity) * price);
  return total < CENT ? CENT : total;
}

test('design §3 money is exact: rounding half up to cents is that of whole numbers', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(toMillionths(roundToCents(toMoney(amount)))).toBe(roundedToCents(amount));
    }),
    runs,
  );
});

test('rules §5 line total: that of whole numbers, and at least a cent', () => {
  fc.assert(
    fc.property(quantities, prices, (quantity, price) => {
      expect(toMillionths(lineTotal(quantity, toMoney(price)))).toBe(modelTotal(quantity, price));
    }),
    runs,
  );
});

test('design §3 money is exact: a sum is that of whole numbers, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 50 }), (all) => {
      const total = all.reduce((so, amount) => so + amount, 0n);
      expect(toMillionths(sum(all.map(toMoney)))).toBe(total);
      expect(toMillionths(sum(all.toReversed().map(toMoney)))).toBe(total);
    }),
    runs,
  );
});

test('§5 budget check: as whole numbers say', () => {
  fc.assert(
    fc.property(budgets, budgets, budgets, (total, residual, own) => {
      const exceeds = exceedsBudget(toMoney(total), toMoney(residual), toMoney(own));
      expect(exceeds).toBe(total > residual + own);
    }),
    runs,
  );
});

test('§5 the largest quantity fits, and one more does not', () => {
  fc.assert(
    fc.property(prices, budgets, (price, budget) => {
      const fits = largestQuantity(toMoney(price), toMoney(budget));
      expect(fits >= 0 && fits <= 999).toBe(true);
      expect(fits === 0 || modelTotal(fits, price) <= budget).toBe(true);
      expect(fits === 999 || modelTotal(fits + 1, price) > budget).toBe(true);
    }),
    runs,
  );
});

test('§5 a unit price has at most six decimals, and is above 0', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
      fc.integer({ min: 0, max: 9 }),
      (digits, decimals) => {
        const value = money(digits.toString()).div(money(10).pow(decimals));
        const isExact = decimals <= 6 || digits % 10n ** BigInt(decimals - 6) === 0n;
        expect(isValidUnitPrice(value)).toBe(digits > 0n && isExact);
      },
    ),
    runs,
  );
});

test('rules §1 an amount of at most 15 digits comes back from the wire as it was', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
      fc.integer({ min: 0, max: 6 }),
      (digits, decimals) => {
        const amount = money(digits.toString()).div(money(10).pow(decimals));
        expect(money(JSON.parse(JSON.stringify(toWire(amount))) as number).eq(amount)).toBe(true);
      },
    ),
    runs,
  );
});

/** Parses an amount of the screen. */
function read(text: string): bigint {
  const plain = text.replace(/[\s€]/g, '').replaceAll('.', '').replace(',', '.');
  return toMillionths(money(plain));
}

test('§9 what is shown is the amount: totals in cents, unit prices whole, thousands grouped', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const [total, unitPrice] = [formatTotal(toMoney(amount)), formatUnitPrice(toMoney(amount))];
      expect(read(total)).toBe(roundedToCents(amount));
      expect(read(unitPrice)).toBe(amount);
      expect(total).toMatch(/^-?\d{1,3}(\.\d{3})*,\d{2}\u00a0€$/);
      expect(unitPrice).toMatch(/^-?\d{1,3}(\.\d{3})*,\d{2,6}\u00a0€$/);
    }),
    runs,
  );
});
