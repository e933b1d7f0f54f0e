import type { Call, CallAnswer } from '#contract/call.ts';
import { downloadAmcOrderCsv, downloadAmcOrderPdf, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { listAsl, readMyAsl } from '#contract/calls/asl.ts';
import { exchangeSignOn, readCurrentUser, refreshTokens, requestSignOn } from '#contract/calls/authentication.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { listBusinesses, listMyBusinesses, readMyBusiness } from '#contract/calls/businesses.ts';
import { deleteCartProduct, putCartProduct, readCart, readCartSummary } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { downloadReceipt, downloadStoreTransactions, searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import type { Pagination } from '#contract/entities/shared.ts';
import { addDays, romeDay } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { allows, Caller, type Check, reasonOf, type Target } from './caller.ts';
import { checkSale, patientQuery, type SaleData } from './check-sale.ts';

/** What no server has given out. */
const UNKNOWN = { id: 2_000_000_000, text: 'of-nobody', fiscalCode: 'AAAAAA00A00A000A' } as const;
/** Before the first voucher. */
const BEGINNING = '2020-01-01';
const BILLED_DAYS = 30;
/** 'Mostra tutti gli acquisti' asks for as many (§9). */
const ALL_ROWS = 999_999;

async function checkSignOn(caller: Caller): Promise<void> {
  const { portal, refreshToken } = caller.target;
  const clientId = portal?.sso.clientId;
  await caller.make(
    requestSignOn,
    clientId === undefined ? 'without --portal' : { body: { clientId, profile: 'BUSINESS' } },
  );
  if (clientId === undefined) caller.skip(exchangeSignOn, 'refusal', 'without --portal');
  else await caller.refuse(exchangeSignOn, { body: { sessionId: UNKNOWN.text, RelayState: UNKNOWN.text } }, {});
  await caller.refuse(refreshTokens, { body: { grant_type: 'refresh_token', refresh_token: UNKNOWN.text } }, {});
  if (refreshToken === undefined) caller.skip(refreshTokens, 'call', 'without --refresh-token');
  else await caller.renew();
  // The portal renews its token after a 403 and after nothing else (§4).
  await caller.refuse(readCurrentUser, {}, { status: 403, authorization: null });
  await caller.refuse(readCurrentUser, {}, { status: 403, authorization: `Bearer ${UNKNOWN.text}` });
}

/** Asks what a browser asks before a call with a token, and what it wants to see in the answer. */
async function preflightProblems(caller: Caller, origin: string, { method, path }: Call): Promise<readonly string[]> {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  };
  const answer = await caller.fetch(path.replaceAll(/\{\w+\}/g, '1'), { method: 'OPTIONS', headers });
  caller.allowsOrigin &&= allows(answer, origin);
  const lacks = (name: string, allowed: string) => {
    const names = (answer.headers.get(allowed) ?? '').toLowerCase().split(/, */);
    return !names.includes(name.toLowerCase()) && !names.includes('*');
  };
  return [
    ...(answer.ok ? [] : [`OPTIONS answers ${answer.status}`]),
    ...(lacks(method, 'access-control-allow-methods') ? [`does not allow ${method}`] : []),
    ...['authorization', 'content-type']
      .filter((name) => lacks(name, 'access-control-allow-headers'))
      .map((name) => `does not allow the header ${name}`),
  ];
}

async function corsProblems(caller: Caller, origin: string): Promise<readonly string[]> {
  const answer = await caller.fetch(listBusinesses.path, { headers: { origin } });
  await answer.body?.cancel();
  caller.allowsOrigin = allows(answer, origin);
  const problems = [
    ...(await preflightProblems(caller, origin, putCartProduct)),
    ...(await preflightProblems(caller, origin, deleteCartProduct)),
  ];
  return [...(caller.allowsOrigin ? [] : [`does not allow the origin ${origin}`]), ...new Set(problems)];
}

async function checkCors(caller: Caller): Promise<void> {
  const { url, portal } = caller.target;
  if (portal === undefined || portal.origin === new URL(url).origin) {
    caller.skip(putCartProduct, 'CORS', portal === undefined ? 'without --portal' : 'the same origin');
    return;
  }
  const problems = await corsProblems(caller, portal.origin).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    return [`gives no answer: ${reasonOf(error)}`];
  });
  caller.note(putCartProduct, 'CORS', problems.length === 0 ? undefined : problems.join('; '));
}

const PAGE_ROWS = 2;

interface Page extends Pagination {
  readonly ids: readonly Id[];
  /** Of a list that is sorted by it, the newest first. */
  readonly createTimes?: readonly string[];
}

/** Whether the first two pages of a list belong together (rules §1). */
function pagingProblem([first, second]: readonly Page[]): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  if (first.ids.length > PAGE_ROWS) return `has ${first.ids.length} rows where size is ${PAGE_ROWS}`;
  if (first.totalCount < first.ids.length + second.ids.length) return 'pagination.totalCount is less than the rows';
  if (first.ids.length < Math.min(PAGE_ROWS, first.totalCount)) return 'page 0 lacks rows';
  if (second.ids.some((id) => first.ids.includes(id))) return 'page 1 repeats rows of page 0';
  const times = [first, second].flatMap(({ createTimes = [] }) => createTimes.map((time) => Date.parse(time)));
  if (times.some((time, index) => time > (times[index - 1] ?? Infinity))) return 'is not sorted by createTime,desc';
  return undefined;
}

async function readPages<C extends Call>(
  caller: Caller,
  call: C,
  ask: (page: number) => Promise<CallAnswer<C> | undefined>,
  pageOf: (answer: CallAnswer<C>) => Page,
): Promise<Id | undefined> {
  const pages = [await ask(0), await ask(1)].flatMap((answer) => (answer === undefined ? [] : [pageOf(answer)]));
  if (pages.length === 2) caller.note(call, 'paging', pagingProblem(pages));
  return pages[0]?.ids[0];
}

/** Makes every reading call of §7 that the user may make. Returns the first store. */
async function checkReadings(caller: Caller): Promise<Id | undefined> {
  caller.profile = (await caller.make(readCurrentUser, {}))?.user.userProfile.profile;
  await caller.make(listBusinesses, {});
  await caller.make(listMyBusinesses, {});
  await caller.make(readMyBusiness, {});
  const stores = await caller.make(listMyStores, { query: { sort: 'storeId' } });
  const storeId = stores?.stores[0]?.storeId;
  const asls = await caller.make(listAsl, {});
  const mine = await caller.make(readMyAsl, {});
  const aslId = mine?.asl.aslId ?? asls?.asls[0]?.aslId;
  await caller.make(listCategories, { query: { type: 'CELIAC', size: 9999, sort: 'name,asc' } });
  await caller.make(listManufacturers, { query: { categoryType: 'CELIAC', size: 9999, sort: 'name,asc' } });
  await caller.make(searchPatients, patientQuery(UNKNOWN.fiscalCode));

  const today = romeDay(new Date());
  const always = { dateStart: BEGINNING, dateEnd: today };
  await readPages(
    caller,
    searchProducts,
    (page) => caller.make(searchProducts, { query: { page, size: PAGE_ROWS, sort: 'name,asc' } }),
    ({ pagination, products }) => ({ ...pagination, ids: products.map(({ productId }) => productId) }),
  );
  const period = { ...always, excludeAmc: true, purchaseStatusList: 'ACTIVE', sort: 'createTime,desc' } as const;
  const purchaseId = await readPages(
    caller,
    searchPurchases,
    (page) => caller.make(searchPurchases, { query: { ...period, page, size: PAGE_ROWS } }),
    ({ pagination, purchases }) => ({
      ...pagination,
      ids: purchases.map((row) => row.purchaseId),
      createTimes: purchases.map((row) => row.createTime),
    }),
  );
  const recent = { ...period, dateStart: addDays(today, -BILLED_DAYS) };
  await caller.make(searchPurchases, { query: { ...recent, page: 0, size: ALL_ROWS } });
  await caller.make(downloadReceipt, purchaseId === undefined ? 'there is no purchase' : { params: { purchaseId } });
  await caller.make(downloadStoreTransactions, storeId === undefined ? 'there is no store' : { params: { storeId } });
  const bill = aslId === undefined ? {} : { aslId };
  const billed =
    aslId === undefined
      ? 'there is no health authority'
      : { query: { aslId, dateStart: addDays(today, -BILLED_DAYS), dateEnd: today } };
  await caller.make(downloadBillSummary, billed);
  await caller.make(downloadBillProducts, billed);
  const found = await caller.make(searchAmcOrders, {
    query: { ...bill, ...always, page: 0, size: 20, sort: 'createTime,desc' },
  });
  const amcOrderId = found?.orders[0]?.amcOrderId;
  const isMissing = amcOrderId === undefined;
  await caller.make(downloadAmcOrderCsv, isMissing ? 'there is no order' : { params: { amcOrderId } });
  await caller.make(downloadAmcOrderPdf, isMissing ? 'there is no order' : { query: { ...bill, amcOrderId } });
  return storeId;
}

/**
 * Checks call by call whether this portal works with a server. Only with the data of a sale does it change anything.
 */
export async function checkApi(target: Target, sale?: SaleData): Promise<readonly Check[]> {
  const caller = new Caller(target);
  await checkCors(caller);
  await checkSignOn(caller);
  const storeId = await checkReadings(caller);
  if (caller.profile !== 'ASL') {
    await caller.refuse(readCart, { params: { cartId: UNKNOWN.id } }, { status: 404 });
    if (sale !== undefined) await checkSale(caller, sale, storeId);
    else for (const call of [readCart, readCartSummary]) caller.skip(call, 'call', 'without --sale');
  }
  return caller.checks;
}
