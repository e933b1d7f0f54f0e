import { romeDay } from '#contract/rules/dates.ts';
import { type Money, money, sum } from '#contract/rules/money.ts';
import { generateDemoData } from '#demo/seed-demo-data.ts';
import { namedCases } from '#demo/values.ts';
import type { Period } from './period.ts';

/** A patient of the demonstration data. `pin` is null when the sale needs none. */
export interface Shopper {
  readonly fiscalCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly pin: string | null;
  /** The residual of this month's voucher, in euro. */
  readonly residual: Money;
}

export interface Article {
  readonly name: string;
  readonly ean: string;
  /** The reference price, in euro. */
  readonly price: Money;
  readonly manufacturer: string;
}

const ENOUGH = 50;
/** The rows hold the PIN itself in place of its hash, so they are only for reading. */
const data = generateDemoData(new Date(), (secret) => secret);

const dossiersOf = (patientId: number) => data.dossier.filter((row) => row.patient_id === patientId);

function residualOf(patientId: number): Money {
  const now = new Date();
  const dossier = dossiersOf(patientId)[0];
  const current = data.voucher.find(
    (row) => row.dossier_id === dossier?.dossier_id && row.enabled_at <= now && now <= row.disabled_at,
  );
  return money(current?.status === 'ENABLED' ? current.residual : 0);
}

const shoppers: readonly Shopper[] = data.patient.map((row) => ({
  fiscalCode: row.fiscal_code,
  firstName: row.first_name,
  lastName: row.last_name,
  pin: row.pin_hash,
  residual: residualOf(row.patient_id),
}));

function isPlain(index: number): boolean {
  const row = data.patient[index];
  const dossiers = row === undefined ? [] : dossiersOf(row.patient_id);
  const [only] = dossiers;
  return (
    row?.status === 'ENABLED' &&
    dossiers.length === 1 &&
    only?.type === 'CELIAC' &&
    only.status === 'APPROVED' &&
    (shoppers[index]?.residual.gte(ENOUGH) ?? false)
  );
}

const plain = shoppers.filter((_, index) => index >= namedCases.length && isPlain(index));

function at<T>(rows: readonly T[], index: number, what: string): T {
  const row = rows[index];
  if (row === undefined) throw new Error(`the demonstration data has no ${what} ${index}`);
  return row;
}

/** The patient of a named case, by the beginning of its title. */
export function namedCase(title: string): Shopper {
  const index = namedCases.findIndex((named) => named.title.startsWith(title));
  return at(shoppers, index, title);
}

/** The nth coeliac patient with a PIN and at least 50 euro left. Each test that sells uses its own. */
export function shopperWithPin(index: number): Shopper & { readonly pin: string } {
  const withPin = plain.flatMap((row) => (row.pin === null ? [] : [{ ...row, pin: row.pin }]));
  return at(withPin, index, 'shopper with PIN');
}

/** The nth coeliac patient without a PIN and with at least 50 euro left. Each test that sells uses its own. */
export function shopperWithoutPin(index: number): Shopper {
  const withoutPin = plain.filter((row) => row.pin === null);
  return at(withoutPin, index, 'shopper without PIN');
}

const articles: readonly Article[] = data.product
  .filter((row) => row.category_type === 'CELIAC' && /^\d(\.\d{1,2})?$/.test(row.ref_price))
  .map((row) => ({
    name: row.name,
    ean: row.ean1,
    price: money(row.ref_price),
    manufacturer: data.manufacturer.find((maker) => maker.manufacturer_id === row.manufacturer_id)?.name ?? '',
  }));

/** The nth product for coeliac patients below 10 euro whose EAN does not start with 0. */
export function article(index: number): Article {
  const usual = articles.filter((row) => !row.ean.startsWith('0'));
  return at(usual, index, 'article');
}

/** A product whose EAN starts with 0. */
export function articleWithLeadingZero(): Article {
  const zero = articles.filter((row) => row.ean.startsWith('0'));
  return at(zero, 0, 'article with a leading zero');
}

/** The cancellation code of the shop of a user; '' if it has none. */
export function cancelCodeOf(username: string): string {
  return data.business.find((row) => row.business_id === businessIdOf(username))?.cancel_code_hash ?? '';
}

/** The amount in euro that a shop sold to one payer in a period and did not cancel. */
export interface Sold {
  readonly aslId: number;
  readonly aslName: string;
  readonly count: number;
  readonly amount: Money;
}

function businessIdOf(username: string): number | undefined {
  const user = data.app_user.find((row) => row.username === username);
  return data.user_business.find((row) => row.user_id === user?.user_id)?.business_id;
}

/** The sales of a user's shop in a period at the first start, to the payer who bought most. */
export function soldMostly(username: string, { first, last }: Period): Sold {
  const businessId = businessIdOf(username);
  const all = data.purchase.filter((row) => {
    const day = romeDay(row.created_at);
    return row.business_id === businessId && row.status === 'ACTIVE' && first <= day && day <= last;
  });
  const byPayer = data.asl.map(({ asl_id, name }) => {
    const purchases = all.filter((row) => row.asl_id === asl_id);
    return {
      aslId: asl_id,
      aslName: name,
      count: purchases.length,
      amount: sum(purchases.map((row) => money(row.items_amount))),
    };
  });
  const mostFirst = byPayer.toSorted((a, b) => b.count - a.count);
  return at(mostFirst, 0, 'payer');
}

/** A purchase of the demonstration data, with its payer and its store. */
export interface PastPurchase {
  readonly purchaseId: number;
  readonly aslId: number;
  readonly aslName: string;
  readonly storeId: number;
  readonly amount: Money;
}

function aslNameOf(aslId: number): string {
  const payers = data.asl.filter((row) => row.asl_id === aslId);
  return at(payers, 0, 'payer').name;
}

/** The purchase with this id. */
export function pastPurchase(purchaseId: number): PastPurchase {
  const rows = data.purchase.filter((row) => row.purchase_id === purchaseId);
  const { asl_id, store_id, items_amount } = at(rows, 0, `purchase ${purchaseId}`);
  const amount = money(items_amount);
  return { purchaseId, aslId: asl_id, aslName: aslNameOf(asl_id), storeId: store_id, amount };
}

/** A rejected AMC order of a user's shop. */
export function rejectedOrder(username: string) {
  const businessId = businessIdOf(username);
  const rejected = data.amc_order.filter((row) => row.business_id === businessId && row.esb_status === 'REJECTED');
  const { amc_order_id, asl_id, amount, ordered_at, esb_reason } = at(rejected, 0, 'rejected order');
  const purchases = data.amc_order_purchase.filter((row) => row.amc_order_id === amc_order_id);
  return {
    amcOrderId: amc_order_id,
    aslName: aslNameOf(asl_id),
    amount: money(amount),
    day: romeDay(ordered_at),
    reason: esb_reason ?? '',
    purchasesIds: purchases.map((row) => row.purchase_id),
  };
}
