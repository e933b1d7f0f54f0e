import type { Selectable } from 'kysely';
import { addDays, type Day, monthOf, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { lineTotal, money, type Money, roundToCents, sum } from '#contract/rules/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { userIdOf } from './businesses.ts';
import businesses from './data/businesses.json' with { type: 'json' };
import type { DemoVoucher } from './patients.ts';
import { municipality, type NewRow, type Random, seededRandom, seedOf } from './values.ts';

/** A line of a sale; price and total in euro. */
export interface CartLine {
  readonly product: NewRow<'product'>;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
}

const MAX_LINES = 5;
const OFFER_CHANCE = 0.15;
const OFFER_FACTOR = '0.9';
const ONE_EURO = money(1);

/** The amount of a purchase in euro: the sum of its rounded lines (rules §5). */
function itemsAmount(lines: readonly CartLine[]): Money {
  return sum(lines.map(({ total }) => total));
}

function lineOf(product: NewRow<'product'>, quantity: number, unitPrice: Money): CartLine {
  return { product, quantity, unitPrice, total: lineTotal(quantity, unitPrice) };
}

function anyLine(products: readonly NewRow<'product'>[], random: Random): CartLine {
  const product = random.pick(products);
  const reference = money(product.ref_price);
  const isOnOffer = reference.gt(ONE_EURO) && random.chance(OFFER_CHANCE);
  const unitPrice = isOnOffer ? roundToCents(reference.times(OFFER_FACTOR)) : reference;
  return lineOf(product, unitPrice.lt(ONE_EURO) ? random.int(2, 12) : random.int(1, 3), unitPrice);
}

/** One to five products whose total stays within the budget in euro; an empty list when no product fits. */
function fillCart(products: readonly NewRow<'product'>[], budget: Money, random: Random): CartLine[] {
  const lines: CartLine[] = [];
  for (let wanted = random.int(1, MAX_LINES); wanted > 0; wanted -= 1) {
    const line = anyLine(products, random);
    const isNew = lines.every(({ product }) => product !== line.product);
    if (isNew && itemsAmount([...lines, line]).lte(budget)) lines.push(line);
  }
  return lines;
}

/** One piece each of many products, until the rest of the budget in euro is below the cheapest product. */
function emptyBudget(products: readonly NewRow<'product'>[], budget: Money, random: Random): CartLine[] {
  const lines: CartLine[] = [];
  for (const product of random.shuffle(products)) {
    const line = lineOf(product, 1, money(product.ref_price));
    if (itemsAmount([...lines, line]).lte(budget)) lines.push(line);
  }
  return lines;
}

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

/** The rows of the sales. */
interface PurchaseRows {
  readonly carts: readonly Selectable<Schema['cart']>[];
  readonly cartItems: readonly Schema['cart_item'][];
  readonly purchases: readonly NewRow<'purchase'>[];
  readonly purchaseItems: readonly NewRow<'purchase_item'>[];
}

const FILLING_MINUTES = { from: 2, to: 15 };

/** The names of each store and payer, as they are on the first day. */
export function makeParties(
  stores: readonly NewRow<'store'>[],
  companies: readonly NewRow<'business'>[],
  payers: readonly NewRow<'asl'>[],
): NewRow<'parties'>[] {
  const pairs = stores.flatMap((store) => payers.map((asl) => ({ store, asl })));
  return pairs.map(({ store, asl }, index) => {
    const {
      company_name = '',
      vat = '',
      fiscal_code = '',
      address = '',
    } = companies.find(({ business_id }) => business_id === store.business_id) ?? {};
    return {
      parties_id: index + 1,
      ...{ store_id: store.store_id, asl_id: asl.asl_id, company_name, vat, fiscal_code, address },
      ...{ store_code: store.code, store_name: store.name, district_code: store.district_code },
      ...{ street: store.address, street_number: store.street_number, city: store.city },
      ...{ asl_code: asl.code, asl_name: asl.name },
    };
  });
}

/** The columns of user, store and patient, which a cart and its purchase share. */
function partiesOf({ voucher, store }: Sale) {
  return {
    patient_id: voucher.dossier.patient.row.patient_id,
    dossier_id: voucher.dossier.row.dossier_id,
    voucher_id: voucher.row.voucher_id,
    store_id: store.store_id,
    business_id: store.business_id,
    user_id: userIdOf(businesses[store.business_id - 1]?.username ?? ''),
  };
}

function cartRow(sale: Sale, id: number): Selectable<Schema['cart']> {
  const minutes = seededRandom(seedOf('cart', id)).int(FILLING_MINUTES.from, FILLING_MINUTES.to);
  const opened = Math.max(sale.createdAt.getTime() - minutes * MINUTE, sale.voucher.row.enabled_at.getTime());
  return {
    ...partiesOf(sale),
    cart_id: id,
    created_at: new Date(opened),
    version: sale.lines.length,
    recreated_from: null,
  };
}

function purchaseRow(sale: Sale, id: number, parties: readonly NewRow<'parties'>[]): NewRow<'purchase'> {
  const { asl_id } = sale.voucher.dossier.row;
  const named = parties.find((row) => row.store_id === sale.store.store_id && row.asl_id === asl_id);
  return {
    ...partiesOf(sale),
    purchase_id: id,
    cart_id: id,
    asl_id,
    created_at: sale.createdAt,
    items_amount: sale.amount.toFixed(),
    residual_after: sale.residualAfter.toFixed(),
    status: sale.cancelledAt === null ? 'ACTIVE' : 'CANCELLED',
    cancelled_at: sale.cancelledAt,
    parties_id: named?.parties_id ?? 0,
  };
}

function lineColumns(line: CartLine, index: number) {
  return {
    position: index + 1,
    product_id: line.product.product_id,
    quantity: line.quantity,
    unit_price: line.unitPrice.toFixed(),
    total: line.total.toFixed(),
  };
}

function cartItemRows({ lines }: Sale, id: number): Schema['cart_item'][] {
  return lines.map((line, index) => ({ ...lineColumns(line, index), cart_id: id }));
}

function purchaseItemRows(
  { lines }: Sale,
  id: number,
  manufacturers: readonly NewRow<'manufacturer'>[],
): NewRow<'purchase_item'>[] {
  return lines.map((line, index) => ({
    ...lineColumns(line, index),
    purchase_id: id,
    product_name: line.product.name,
    ean1: line.product.ean1,
    manufacturer: manufacturers.find((row) => row.manufacturer_id === line.product.manufacturer_id)?.name ?? '',
    sold_vat_rate: line.product.vat_rate ?? null,
  }));
}

/** The rows of all sales, numbered in chronological order. */
export function makePurchases(
  sales: readonly Sale[],
  parties: readonly NewRow<'parties'>[],
  manufacturers: readonly NewRow<'manufacturer'>[],
): PurchaseRows {
  const inOrder = [...sales].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return {
    carts: inOrder.map((sale, index) => cartRow(sale, index + 1)),
    cartItems: inOrder.flatMap((sale, index) => cartItemRows(sale, index + 1)),
    purchases: inOrder.map((sale, index) => purchaseRow(sale, index + 1, parties)),
    purchaseItems: inOrder.flatMap((sale, index) => purchaseItemRows(sale, index + 1, manufacturers)),
  };
}
