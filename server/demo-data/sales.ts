import type { Selectable } from 'kysely';
import { type Day, addDays, monthOf, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { type Money, money, sum } from '#contract/rules/money.ts';
import type { ProductTable, StoreTable } from '#server/database/schema.ts';
import { type CartLine, itemsAmount, emptyBudget, fillCart } from './cart-lines.ts';
import { municipality } from './municipalities.ts';
import { type Random, seededRandom, seedOf } from './random.ts';
import type { DemoVoucher } from './vouchers.ts';

/** A purchase on a voucher; amounts in euro. */
export interface Sale {
  readonly voucher: DemoVoucher;
  readonly store: Selectable<StoreTable>;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
  readonly lines: readonly CartLine[];
  readonly amount: Money;
  /** Left on the voucher right after this sale. */
  readonly residualAfter: Money;
}

/** Where sales happen and what is sold, at the instant of the first start. */
export interface Market {
  readonly now: Date;
  readonly stores: readonly Selectable<StoreTable>[];
  readonly products: readonly Selectable<ProductTable>[];
}

const SALES_A_MONTH = [0, 0, 1, 1, 2, 3] as const;
const CANCELLED_CHANCE = 0.05;
const NEARBY_CHANCE = 0.85;
/** Nobody spends the last cents: at most this part of what is left. */
const SPENDING_LIMIT = '0.9';
/** What the named case of a nearly spent voucher keeps, in euro, and a little more. */
const NEARLY_SPENT_REST = money('1.20');
const MINUTE = 60_000;
const OPENING_MINUTES = { from: 8 * 60 + 30, to: 19 * 60 + 30 };
const CANCELLED_WITHIN_MINUTES = { from: 5, to: 180 };

/** What is left of the voucher at an instant, in euro: its amount less the sales not cancelled by then (rules §5). */
export function residualAt(voucher: DemoVoucher, sales: readonly Sale[], at: Date): Money {
  const active = sales.filter(({ cancelledAt }) => cancelledAt === null || cancelledAt > at);
  return money(voucher.row.initial_amount).minus(sum(active.map(({ amount }) => amount)));
}

function openingTime(day: Day, random: Random): Date {
  return new Date(startOfDay(day).getTime() + random.int(OPENING_MINUTES.from, OPENING_MINUTES.to) * MINUTE);
}

/** Ordinary sales end yesterday, so that none lies ahead whatever the time of the first start. */
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

/** In this month and not after now: yesterday, or on the 1st between midnight and now. */
function recentTime({ row }: DemoVoucher, now: Date, random: Random): Date {
  const today = romeDay(now);
  if (today > row.month) return openingTime(addDays(today, -1), random);
  const start = row.enabled_at.getTime();
  return new Date(start + Math.floor((now.getTime() - start) / 2));
}

function storeFor(voucher: DemoVoucher, { stores }: Market, random: Random): Selectable<StoreTable> {
  const nearby = stores.filter(({ city }) => municipality(city).aslId === voucher.dossier.patient.home.aslId);
  return random.pick(random.chance(NEARBY_CHANCE) ? nearby : stores);
}

function allowedProducts({ dossier }: DemoVoucher, { products }: Market): Selectable<ProductTable>[] {
  return products.filter(({ category_type }) => category_type === dossier.row.type);
}

/** The one sale that nearly spends the voucher of its named case. */
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
 * The sales on a voucher in the order in which they happened. The named cases have spent nothing this month, so that
 * they are ready for trying, but for the one whose voucher is nearly spent.
 */
export function salesOn(voucher: DemoVoucher, market: Market): Sale[] {
  const random = seededRandom(seedOf('sale', voucher.row.dossier_id, Number(voucher.row.month.replaceAll('-', ''))));
  const { named } = voucher.dossier.patient;
  if (voucher.row.status !== 'ENABLED') return [];
  if (!named || !voucher.isOfThisMonth) return ordinarySales(voucher, market, random);
  return named.voucher === 'nearly spent' ? [nearlySpendingSale(voucher, market, random)] : [];
}
