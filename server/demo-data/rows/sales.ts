import { type Day, addDays, monthOf, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { type Money, money, sum } from '#contract/rules/money.ts';
import { type CartLine, itemsAmount, emptyBudget, fillCart } from './cart-lines.ts';
import type { NewRow } from './new-row.ts';
import { municipality } from '../values/municipalities.ts';
import { type Random, seededRandom, seedOf } from '../values/random.ts';
import type { DemoVoucher } from './vouchers.ts';

/** A purchase on a voucher; amounts in euro. */
export interface Sale {
  readonly voucher: DemoVoucher;
  readonly store: NewRow<'store'>;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
  readonly lines: readonly CartLine[];
  readonly amount: Money;
  /** The residual of the voucher right after this sale. */
  readonly residualAfter: Money;
}

/** The stores and products of the sales, and the instant of the first start. */
export interface Market {
  readonly now: Date;
  readonly stores: readonly NewRow<'store'>[];
  readonly products: readonly NewRow<'product'>[];
}

const SALES_A_MONTH = [0, 0, 1, 1, 2, 3] as const;
const CANCELLED_CHANCE = 0.05;
const NEARBY_CHANCE = 0.85;
/** A sale spends at most this share of the residual. */
const SPENDING_LIMIT = '0.9';
/** The residual in euro that the case `nearly spent` keeps; it may be slightly more. */
const NEARLY_SPENT_REST = money('1.20');
const MINUTE = 60_000;
const OPENING_MINUTES = { from: 8 * 60 + 30, to: 19 * 60 + 30 };
const CANCELLED_WITHIN_MINUTES = { from: 5, to: 180 };

/** The residual of a voucher at an instant in euro: its amount less the sales not cancelled by then (rules §5). */
export function residualAt(voucher: DemoVoucher, sales: readonly Sale[], at: Date): Money {
  const active = sales.filter(({ cancelledAt }) => cancelledAt === null || cancelledAt > at);
  return money(voucher.row.initial_amount).minus(sum(active.map(({ amount }) => amount)));
}

function openingTime(day: Day, random: Random): Date {
  return new Date(startOfDay(day).getTime() + random.int(OPENING_MINUTES.from, OPENING_MINUTES.to) * MINUTE);
}

/**
 * The times of the ordinary sales. They end yesterday, so that none is in the future, whatever the time of the first
 * start.
 */
function timesOf({ row }: DemoVoucher, now: Date, random: Random): Date[] {
  const length = Number(monthOf(row.month).last.slice(8));
  const days = Array.from({ length: random.pick(SALES_A_MONTH) }, () => addDays(row.month, random.int(0, length - 1)));
  const today = romeDay(now);
  return days
    .map((day) => ({ day, at: openingTime(day, random) }))
    .filter(({ day }) => day < today)
    .map(({ at }) => at)
    .sort((a, b) => a.getTime() - b.getTime());
}

/** A time in this month, not after now: yesterday, or on the 1st of the month between midnight and now. */
function recentTime({ row }: DemoVoucher, now: Date, random: Random): Date {
  const today = romeDay(now);
  if (today > row.month) return openingTime(addDays(today, -1), random);
  const start = row.enabled_at.getTime();
  return new Date(start + Math.floor((now.getTime() - start) / 2));
}

function storeFor(voucher: DemoVoucher, { stores }: Market, random: Random): NewRow<'store'> {
  const nearby = stores.filter(({ city }) => municipality(city).aslId === voucher.dossier.patient.home.aslId);
  return random.pick(random.chance(NEARBY_CHANCE) ? nearby : stores);
}

function allowedProducts({ dossier }: DemoVoucher, { products }: Market): NewRow<'product'>[] {
  return products.filter(({ category_type }) => category_type === dossier.row.type);
}

/** The only sale of the case `nearly spent`. */
function nearlySpendingSale(voucher: DemoVoucher, market: Market, random: Random): Sale {
  const initial = money(voucher.row.initial_amount);
  const lines = emptyBudget(allowedProducts(voucher, market), initial.minus(NEARLY_SPENT_REST), random);
  const amount = itemsAmount(lines);
  return {
    voucher,
    store: storeFor(voucher, market, random),
    createdAt: recentTime(voucher, market.now, random),
    cancelledAt: null,
    lines,
    amount,
    residualAfter: initial.minus(amount),
  };
}

function ordinarySales(voucher: DemoVoucher, market: Market, random: Random): Sale[] {
  const allowed = allowedProducts(voucher, market);
  const sales: Sale[] = [];
  for (const createdAt of timesOf(voucher, market.now, random)) {
    const residual = residualAt(voucher, sales, createdAt);
    const lines = fillCart(allowed, residual.times(SPENDING_LIMIT), random);
    const after = random.int(CANCELLED_WITHIN_MINUTES.from, CANCELLED_WITHIN_MINUTES.to) * MINUTE;
    const isCancelled = random.chance(CANCELLED_CHANCE);
    const store = storeFor(voucher, market, random);
    if (lines.length === 0) continue;
    const amount = itemsAmount(lines);
    sales.push({
      voucher,
      store,
      createdAt,
      cancelledAt: isCancelled ? new Date(createdAt.getTime() + after) : null,
      lines,
      amount,
      residualAfter: residual.minus(amount),
    });
  }
  return sales;
}

/**
 * The sales of a voucher in chronological order. The named cases, except `nearly spent`, spend nothing this month, so
 * that one can try them.
 */
export function salesOn(voucher: DemoVoucher, market: Market): Sale[] {
  const random = seededRandom(seedOf('sale', voucher.row.dossier_id, Number(voucher.row.month.replaceAll('-', ''))));
  const { named } = voucher.dossier.patient;
  if (voucher.row.status !== 'ENABLED') return [];
  if (!named || !voucher.isOfThisMonth) return ordinarySales(voucher, market, random);
  return named.voucher === 'nearly spent' ? [nearlySpendingSale(voucher, market, random)] : [];
}
