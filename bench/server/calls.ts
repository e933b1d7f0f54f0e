import type { Call } from '#contract/call.ts';
import {
  downloadAmcOrderCsv,
  downloadAmcOrderPdf,
  previewAmcOrders,
  readAmcOrderTotals,
  searchAmcOrders,
} from '#contract/calls/amc-orders.ts';
import { listAsl, readMyAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { downloadBillProducts, downloadBillSummary, readBillTotals } from '#contract/calls/billing-summary.ts';
import { listAllBusinesses, listBusinesses, listMyBusinesses, readMyBusiness } from '#contract/calls/businesses.ts';
import { checkCart, executeCart, putCartProduct, readCartSummary } from '#contract/calls/carts.ts';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { readBalance, searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import {
  checkPurchase,
  downloadPurchases,
  downloadReceipt,
  downloadRollReceipt,
  downloadStoreTransactions,
  executePurchase,
  readPurchaseTotals,
  searchPurchases,
} from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { addDays, monthOf, romeDay } from '#contract/rules/dates.ts';
import { COMMON_PIN } from '#demo/describe-demo-data.ts';
import type { Database } from '#server/services.ts';
import type { Nation } from './nation.ts';
import type { Request } from './work.ts';

/** A call or a sequence of calls, by different users. */
export interface Measured {
  readonly name: string;
  readonly kind: 'read' | 'document' | 'sale' | 'sale with PIN';
  readonly sequences: readonly (readonly Request[])[];
}

interface Tokens {
  readonly chain: string;
  readonly shop: string;
  readonly authority: string;
}

/** A purchase of the chain with its patient and voucher; the patient has a PIN or not. */
interface Found {
  readonly purchase_id: number;
  readonly patient_id: number;
  readonly dossier_id: number;
  readonly store_id: number;
  readonly otp_mode: string;
  readonly fiscal_code: string;
  readonly voucher_id: number;
}

type Values = Readonly<Record<string, string | number>>;

const PAGE = { page: 0, size: 20 };
/** The number of buyers: enough that no two connections wait for the same voucher. */
const BUYERS = 128;
const FAR_PAGE = 10_000;

function get(call: Call, token: string, query: Values = {}, params: Values = {}): Request[] {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return [{ method: call.method, path: search === '' ? path : `${path}?${search}`, token }];
}

function send(call: Call, token: string, body?: object): Request {
  return { method: call.method, path: call.path, token, ...(body && { body: JSON.stringify(body) }) };
}

/** The requests from the choice of the voucher to the purchase. A sale costs a cent, so that vouchers last. */
function saleOf(token: string, found: Found, otp?: string): Request[] {
  const { patient_id: patientId, voucher_id: voucherId, store_id: storeId } = found;
  const execution = `{"txCommandId":{{txCommandId}}${otp === undefined ? '' : `,"otp":"${otp}"`}}`;
  const first = patientId % 33 === 0 ? 10 : 1;
  const put = (number: number) => {
    const productId = patientId % 33 === 0 ? first + number * 10 : first + number;
    return { ...send(putCartProduct, token, { productId, pricePerUnit: 0.01, quantity: 1 }) };
  };
  return [
    send(checkCart, token, { patientId, voucherId, storeId }),
    { ...send(executeCart, token), body: execution },
    put(0),
    put(1),
    put(2),
    send(readCartSummary, token),
    send(checkPurchase, token),
    { ...send(executePurchase, token), body: execution },
  ].map((request) => ({ ...request, path: request.path.replace('{cartId}', '{{cartId}}') }));
}

async function findBuyers(db: Database, count: number): Promise<Found[]> {
  const step = Math.max(5, Math.floor(count / 5 / BUYERS / 3) * 5);
  const ids = Array.from({ length: BUYERS * 3 }, (_, number) => (number + 1) * step);
  const rows = await db
    .selectFrom('purchase')
    .innerJoin('patient', 'patient.patient_id', 'purchase.patient_id')
    .innerJoin('voucher', 'voucher.dossier_id', 'purchase.dossier_id')
    .select(['purchase_id', 'purchase.patient_id', 'purchase.dossier_id', 'store_id', 'otp_mode', 'fiscal_code'])
    .select('voucher.voucher_id')
    .where('purchase_id', 'in', ids)
    .where('business_id', '=', 1)
    .where('enabled_at', '<=', new Date())
    .where('disabled_at', '>', new Date())
    .orderBy('purchase_id')
    .execute();
  return [...new Map(rows.map((row) => [row.patient_id, row])).values()];
}

/** The calls of §7 and the portal's other calls, by a chain with a fifth of all purchases, a shop and an authority. */
export async function callsOf(db: Database, nation: Nation, { chain, shop, authority }: Tokens): Promise<Measured[]> {
  const found = await findBuyers(db, nation.purchases);
  const buyers = found.filter((one) => one.otp_mode === 'NONE').slice(0, BUYERS);
  const withPin = found.filter((one) => one.otp_mode === 'PIN').slice(0, BUYERS);
  const some = buyers.slice(0, 20);
  const chainPurchases = nation.purchases / 5;
  const far = Math.min(FAR_PAGE, Math.floor(chainPurchases / PAGE.size) - 1);
  const today = romeDay(new Date());
  const lastMonth = monthOf(addDays(monthOf(today).first, -1));
  const month = { dateStart: lastMonth.first, dateEnd: lastMonth.last };
  const days = { dateStart: addDays(today, -29), dateEnd: today };
  const year = { dateStart: addDays(today, -364), dateEnd: today };
  const history = (query: Values) => get(searchPurchases, chain, { ...PAGE, sort: 'createTime,desc', ...query });
  const orders = await db
    .selectFrom('amc_order')
    .select('amc_order_id')
    .where('business_id', '=', 2)
    .limit(10)
    .execute();
  const sold = await db
    .selectFrom('purchase')
    .select(['purchase_id', 'store_id'])
    .where('business_id', '=', 2)
    .limit(20)
    .execute();
  const open = await db
    .selectFrom('purchase')
    .select('purchase_id')
    .where('business_id', '=', 1)
    .where('status', '=', 'ACTIVE')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  const eans = some.map((_, number) => `80${String(1 + number * 37).padStart(11, '0')}`);
  const words = ['pane senza', 'riso', 'farina di mais', 'biscotti cacao', 'grissini integrale'];
  const read = (name: string, ...sequences: (readonly Request[])[]): Measured => ({ name, kind: 'read', sequences });
  const document = (name: string, ...sequences: (readonly Request[])[]): Measured => ({
    name,
    kind: 'document',
    sequences,
  });
  return [
    read('users/me', get(readCurrentUser, chain)),
    read('features', get(readFeatures, chain)),
    read('the own business', get(readMyBusiness, chain)),
    read('the own businesses', get(listMyBusinesses, chain)),
    read('the own stores', get(listMyStores, chain, { sort: 'storeId' })),
    read('all businesses with stores', get(listBusinesses, '')),
    read('authorities', get(listAsl, chain)),
    read('categories', get(listCategories, chain, { type: 'CELIAC', size: 9999, sort: 'name,asc' })),
    read('manufacturers', get(listManufacturers, chain, { categoryType: 'CELIAC', size: 9999, sort: 'name,asc' })),
    read(
      'a patient',
      ...some.map(({ fiscal_code: fiscalCode }) =>
        get(searchPatients, chain, {
          fiscalCode,
          status: 'ENABLED',
          sort: 'lastName,firstName,asc',
          duplicateByDossier: 'true',
        }),
      ),
    ),
    read(
      'balance of a dossier',
      ...some.map(({ patient_id: patientId, dossier_id: dossierId, store_id: storeId }) => [
        send(readBalance, chain, { patientId, dossierId, storeId }),
      ]),
    ),
    read('product by EAN', ...eans.map((ean) => get(searchProducts, chain, { ean, categoryType: 'CELIAC', size: 5 }))),
    read(
      'products by words',
      ...words.map((name) =>
        get(searchProducts, chain, { name, categoryType: 'CELIAC', page: 0, size: 5, sort: 'name,asc' }),
      ),
    ),
    read(
      'products by category',
      ...[1, 2, 3].map((id) => get(searchProducts, chain, { categoryIds: id, page: 0, size: 20, sort: 'name,asc' })),
    ),
    read(
      'check of a cart',
      ...buyers.map(({ patient_id: patientId, voucher_id: voucherId, store_id: storeId }) => [
        send(checkCart, chain, { patientId, voucherId, storeId }),
      ]),
    ),
    read('history', history({})),
    read(`history, page ${far}`, history({ page: far })),
    read('history, its last page', history({ page: Math.floor(chainPurchases / PAGE.size) - 1 })),
    read('history of a patient', ...some.map(({ patient_id: patientId }) => history({ patientId }))),
    read(
      'history of a dossier',
      ...some.map(({ patient_id: patientId, dossier_id: dossierId }) => history({ patientId, dossierId })),
    ),
    read('history by number', ...some.map(({ purchase_id: purchaseId }) => history({ purchaseId }))),
    read('history of a store', ...some.map(({ store_id: storeId }) => history({ storeId }))),
    read('history of a month', history(month)),
    read('history, what is cancelled', history({ purchaseStatusList: 'CANCELLED' })),
    read('history of a category', ...[1, 2, 3].map((categoryId) => history({ categoryId, ...days }))),
    read('history by amount', history({ sort: 'itemsAmount,desc' })),
    read('totals of the history', get(readPurchaseTotals, chain)),
    read('totals of a month', get(readPurchaseTotals, chain, month)),
    read('dashboard of a shop', get(searchPurchases, shop, { ...days, page: 0, size: 1000, sort: 'createTime,desc' })),
    read('to order of a month', history({ ...month, excludeAmc: 'true', purchaseStatusList: 'ACTIVE' })),
    read('preview of orders', [send(previewAmcOrders, chain, { purchasesIds: open.map((row) => row.purchase_id) })]),
    read('AMC orders', get(searchAmcOrders, chain, { ...PAGE, sort: 'createTime,desc' })),
    read('totals of AMC orders', get(readAmcOrderTotals, chain)),
    read('billing of a month', get(readBillTotals, chain, { aslId: 1, ...month })),
    read(
      'end of day',
      ...some.slice(0, 5).map(({ store_id: storeId }) => get(readEndOfDay, chain, { day: today }, { storeId })),
    ),
    read('the own authority', get(readMyAsl, authority)),
    read('businesses of an authority', get(listAllBusinesses, authority)),
    read('AMC orders of an authority', get(searchAmcOrders, authority, { ...PAGE, sort: 'createTime,desc' })),
    read('AMC orders of a month', get(searchAmcOrders, authority, { ...PAGE, ...month, sort: 'createTime,desc' })),
    read(
      'dashboard of an authority',
      get(searchAmcOrders, authority, { ...year, page: 0, size: 1000, sort: 'createTime,desc' }),
    ),
    read('billing of an authority', get(readBillTotals, authority, month)),
    document('receipt', ...sold.map((row) => get(downloadReceipt, shop, {}, { purchaseId: row.purchase_id }))),
    document(
      'receipt of 80 mm',
      ...sold.map((row) => get(downloadRollReceipt, shop, {}, { purchaseId: row.purchase_id })),
    ),
    document(
      'AMC order, CSV',
      ...orders.map((row) => get(downloadAmcOrderCsv, shop, {}, { amcOrderId: row.amc_order_id })),
    ),
    document(
      'AMC order, PDF',
      ...orders.map((row) => get(downloadAmcOrderPdf, shop, { amcOrderId: row.amc_order_id })),
    ),
    document('bill of a shop, PDF', get(downloadBillSummary, shop, { aslId: 1, ...month })),
    document('bill of a shop, CSV', get(downloadBillProducts, shop, { aslId: 1, ...month })),
    document(
      'transactions of a store',
      ...sold.slice(0, 1).map((row) => get(downloadStoreTransactions, shop, {}, { storeId: row.store_id })),
    ),
    document('history of a month, CSV', get(downloadPurchases, shop, month)),
    { name: 'a sale', kind: 'sale', sequences: buyers.map((one) => saleOf(chain, one)) },
    { name: 'a sale with PIN', kind: 'sale with PIN', sequences: withPin.map((one) => saleOf(chain, one, COMMON_PIN)) },
  ];
}

/** An authority's bill of about this number of lines: of last month, or of as many days as needed. */
export function longBill(
  nation: Nation,
  token: string,
  lines: number,
): { readonly days: number; readonly request: Request } {
  const { purchases, lines: each, months } = nation;
  const { first, last } = monthOf(addDays(monthOf(romeDay(new Date())).first, -1));
  const ofMonth = (purchases * each * 0.16) / months;
  const most = Math.min(365, Math.max(28, Math.round((lines / ofMonth) * 30)));
  const dateStart = ofMonth >= lines * 0.9 ? first : addDays(last, 1 - most);
  const [request] = get(downloadBillProducts, token, { dateStart, dateEnd: last });
  if (request === undefined) throw new Error('no request');
  return { days: dateStart === first ? 30 : most, request };
}
