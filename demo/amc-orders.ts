import type { Selectable } from 'kysely';
import { groupBy } from '#contract/group-by.ts';
import { addDays, type Day, monthOf, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { money, type Money, sum } from '#contract/rules/money.ts';
import { orderPayload } from '#server/amc-orders/create-orders.ts';
import type { Schema } from '#server/database/schema.ts';
import { vatOf } from './businesses.ts';
import healthAuthorities from './data/health-authorities.json' with { type: 'json' };
import type { NewRow } from './values.ts';

/** The rows of the AMC orders. */
interface AmcOrderRows {
  readonly orders: readonly NewRow<'amc_order'>[];
  readonly links: readonly Schema['amc_order_purchase'][];
  readonly outbox: readonly Selectable<Schema['outbox']>[];
}

/** The purchases of one month, store and payer, with the status of their order. */
interface DemoOrder {
  readonly amcOrderId: number;
  readonly store: NewRow<'store'>;
  readonly purchases: readonly NewRow<'purchase'>[];
  readonly status: Schema['amc_order']['esb_status'];
  readonly at: Date;
  readonly settledAt: Date | null;
  readonly amount: Money;
}

const HOUR_MS = 3_600_000;
/** Shops order a month at ten o'clock on the third day after its end. */
const ORDER_DAY = 2;
const ORDER_HOUR_MS = 10 * HOUR_MS;
/** An order stays under way for this long, so that a demonstration can show it. */
const UNDER_WAY_MS = 12 * HOUR_MS;
const REASON = 'Codice distretto non riconosciuto dal sistema AMC';

/**
 * The status of a company's order for a month. Old orders are settled; one of the month before last is rejected; of
 * last month's purchases two orders are under way and the others are not ordered yet.
 */
function statusOf(month: Day, thisMonth: Day, rank: number): DemoOrder['status'] | null {
  const lastMonth = monthOf(addDays(thisMonth, -1)).first;
  if (month === lastMonth) return (['SENT', 'PENDING'] as const)[rank] ?? null;
  return month === monthOf(addDays(lastMonth, -1)).first && rank === 0 ? 'REJECTED' : 'ACCEPTED';
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/** The purchases that may be ordered, grouped by month, company, store and payer. */
function groupsOf(purchases: readonly NewRow<'purchase'>[], thisMonth: Day) {
  const past = purchases
    .filter(({ status }) => status === 'ACTIVE')
    .map((row) => ({ row, month: monthOf(romeDay(row.created_at)).first }))
    .filter(({ month }) => month < thisMonth);
  const groups = groupBy(past, ({ row, month }) => `${month} ${row.business_id} ${row.store_id} ${row.asl_id}`);
  return [...groups.values()];
}

function makeOrders(
  purchases: readonly NewRow<'purchase'>[],
  stores: readonly NewRow<'store'>[],
  now: Date,
): DemoOrder[] {
  const thisMonth = monthOf(romeDay(now)).first;
  const ranks = new Map<string, number>();
  const orders: DemoOrder[] = [];
  for (const group of groupsOf(purchases, thisMonth)) {
    const [first] = group;
    const store = stores.find(({ store_id }) => store_id === first?.row.store_id);
    if (first === undefined || store === undefined) continue;
    const company = `${first.month} ${first.row.business_id}`;
    const rank = ranks.get(company) ?? 0;
    ranks.set(company, rank + 1);
    const status = statusOf(first.month, thisMonth, rank);
    if (status === null) continue;
    const planned = startOfDay(addDays(monthOf(first.month).last, 1 + ORDER_DAY)).getTime() + ORDER_HOUR_MS;
    const at = earlier(new Date(planned), now);
    const isSettled = status === 'ACCEPTED' || status === 'REJECTED';
    orders.push({
      amcOrderId: orders.length + 1,
      store,
      purchases: group.map(({ row }) => row),
      status,
      at,
      settledAt: isSettled ? earlier(new Date(at.getTime() + HOUR_MS), now) : null,
      amount: sum(group.map(({ row }) => money(row.items_amount))),
    });
  }
  return orders;
}

function orderRow({ amcOrderId, store, purchases, status, at, settledAt, amount }: DemoOrder): NewRow<'amc_order'> {
  return {
    amc_order_id: amcOrderId,
    business_id: store.business_id,
    store_id: store.store_id,
    asl_id: purchases[0]?.asl_id ?? 0,
    user_id: purchases[0]?.user_id ?? 0,
    parties_id: purchases[0]?.parties_id ?? 0,
    ordered_at: at,
    created_at: at,
    amount: amount.toFixed(2),
    esb_status: status,
    esb_reason: status === 'REJECTED' ? REASON : null,
    esb_number: status === 'PENDING' ? null : `ESB-${amcOrderId}`,
    rejected_at: status === 'REJECTED' ? settledAt : null,
  };
}

function linkRows({ amcOrderId, purchases, status, settledAt }: DemoOrder): Schema['amc_order_purchase'][] {
  return purchases.map(({ purchase_id }) => ({
    amc_order_id: amcOrderId,
    purchase_id,
    released_at: status === 'REJECTED' ? settledAt : null,
  }));
}

function outboxRow(order: DemoOrder, now: Date): Selectable<Schema['outbox']> {
  const { amcOrderId, store, purchases, status, at, settledAt, amount } = order;
  const payer = healthAuthorities.find(({ asl_id }) => asl_id === purchases[0]?.asl_id);
  return {
    outbox_id: amcOrderId,
    idempotency_key: `00000000-0000-4000-8000-${String(amcOrderId).padStart(12, '0')}`,
    amc_order_id: amcOrderId,
    trace: null,
    payload: orderPayload({
      amcOrderId,
      orderedAt: at,
      vat: vatOf(store.business_id),
      storeCode: store.code,
      districtCode: store.district_code,
      payerCode: payer?.code ?? '',
      amount,
      purchases: purchases.map((row) => ({
        purchaseId: row.purchase_id,
        createdAt: row.created_at,
        amount: money(row.items_amount),
      })),
    }),
    attempts: 1,
    next_attempt_at: settledAt ?? new Date(now.getTime() + UNDER_WAY_MS),
    settled_at: settledAt,
    last_error: status === 'PENDING' ? 'ECONNREFUSED' : null,
  };
}

/** Orders of past months in every status, as of the first start. */
export function makeAmcOrders(
  purchases: readonly NewRow<'purchase'>[],
  stores: readonly NewRow<'store'>[],
  now: Date,
): AmcOrderRows {
  const orders = makeOrders(purchases, stores, now);
  return {
    orders: orders.map(orderRow),
    links: orders.flatMap(linkRows),
    outbox: orders.map((order) => outboxRow(order, now)),
  };
}
