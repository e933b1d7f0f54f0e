import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  PURCHASE_STATUSES,
  type PurchaseStatus,
  type searchPurchases as searchPurchasesCall,
} from '#contract/calls/purchases.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { money, ZERO } from '#contract/rules/money.ts';
import { consultationWriter } from '#server/access-log/consultations.ts';
import { isAnyOf, PREPARED } from '#server/database/pool.ts';
import { follows, readOrder, type SortColumns } from '#server/database/queries.ts';
import { NO_SUBTOTAL, type Subtotal } from '#server/ledger/sums.ts';
import {
  type BatchedPage,
  type Counted,
  countRows,
  inBatches,
  type PageRequest,
  pageWindow,
  validRows,
} from '#server/lists.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { isCancelable } from './cancel-purchase.ts';
import { type Purchase, readPurchaseLines } from './purchase.ts';
import { countUnordered, readSummedTotals } from './totals.ts';

/** The filters of a search for purchases (§7). Number, store and category are extras of our server. */
export interface PurchaseFilters {
  readonly purchaseId?: number | undefined;
  readonly storeId?: number | undefined;
  /** The first category of one of its products, which is the category in lists (§3). */
  readonly categoryId?: number | undefined;
  readonly patientId?: number | undefined;
  readonly dossierId?: number | undefined;
  /** The first and the last day in Europe/Rome, both included. A date-time means its day. */
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  /** One of these statuses. */
  readonly purchaseStatusList?: readonly PurchaseStatus[] | undefined;
}

/** The parameters of the purchase search (§7). */
interface PurchaseSearch extends PurchaseFilters, PageRequest {
  /**
   * Leaves out the purchases in an AMC order that was not rejected. This search lists purchases to order, up to all
   * purchases of a year, so the result has no lines.
   */
  readonly excludeAmc?: boolean | undefined;
  readonly sort?: string | undefined;
}

const DEFAULT_SORT = 'createTime,desc';
const COLUMNS = {
  createTime: 'purchase.created_at',
  itemsAmount: 'purchase.items_amount',
  purchaseId: 'purchase.purchase_id',
  status: 'purchase.status',
} as const satisfies SortColumns<typeof searchPurchasesCall>;

/** The products with this first category. */
async function readProductIds(db: Database, categoryId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('product_category as own')
    .select('product_id')
    .where('category_id', '=', categoryId)
    .where(
      sql<boolean>`not exists (
        select from product_category other
        where other.product_id = own.product_id
          and (other.position, other.category_id) < (own.position, own.category_id)
      )`,
    )
    .execute();
  return rows.map((row) => row.product_id);
}

/**
 * The condition that a purchase has one of these products. They are a value of the statement: PostgreSQL hashes a list
 * that it knows when it plans, and finds the lines by the purchases of one business, not by all products.
 */
function hasProductOf(productIds: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from purchase_item
    where purchase_item.purchase_id = purchase.purchase_id and product_id = any(${productIds}::bigint[])
  )`;
}

/** The purchases of a business that match all filters. */
export async function selectFiltered(db: Database, businessId: number, filters: PurchaseFilters) {
  const { purchaseId, storeId, categoryId, patientId, dossierId, dateStart, dateEnd, purchaseStatusList } = filters;
  let query = db.selectFrom('purchase').where('purchase.business_id', '=', businessId);
  if (purchaseId !== undefined) query = query.where('purchase.purchase_id', '=', purchaseId);
  if (storeId !== undefined) query = query.where('purchase.store_id', '=', storeId);
  if (categoryId !== undefined) query = query.where(hasProductOf(await readProductIds(db, categoryId)));
  if (patientId !== undefined) query = query.where('purchase.patient_id', '=', patientId);
  if (dossierId !== undefined) query = query.where('purchase.dossier_id', '=', dossierId);
  if (dateStart) query = query.where('purchase.created_at', '>=', startOfDay(dayOfRequest(dateStart)));
  if (dateEnd) query = query.where('purchase.created_at', '<', endOfDay(dayOfRequest(dateEnd)));
  if (purchaseStatusList) query = query.where('purchase.status', 'in', purchaseStatusList);
  return query;
}

/** Whether the sums of the ledger tell how many purchases match these filters. */
function isSummed({ purchaseId, categoryId, patientId, dossierId }: PurchaseFilters): boolean {
  return [purchaseId, categoryId, patientId, dossierId].every((id) => id === undefined);
}

async function narrow(db: Database, businessId: number, search: PurchaseSearch) {
  const found = await selectFiltered(db, businessId, search);
  if (search.excludeAmc !== true) return found;
  return found.where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('amc_order_purchase as link')
          .select('link.amc_order_id')
          .whereRef('link.purchase_id', '=', 'purchase.purchase_id')
          .where('link.released_at', 'is', null),
      ),
    ),
  );
}

type Found = Awaited<ReturnType<typeof narrow>>;

function selectRows(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('purchase')
    .innerJoin('patient', 'patient.patient_id', 'purchase.patient_id')
    .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
    .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
    .leftJoin('amc_order_purchase as ordered', (join) =>
      join.onRef('ordered.purchase_id', '=', 'purchase.purchase_id').on('ordered.released_at', 'is', null),
    )
    .select(['purchase.purchase_id', 'created_at', 'items_amount', 'purchase.status', 'purchase.dossier_id'])
    .select(['patient.patient_id', 'first_name', 'last_name', 'patient.fiscal_code'])
    .select([
      'voucher.voucher_id',
      'voucher.code as voucher_code',
      'voucher.status as voucher_status',
      'voucher.disabled_at',
    ])
    .select(['residual', 'ordered.amc_order_id'])
    .select(['purchase.business_id', 'company_name', 'purchase.store_id', 'store_name'])
    .select(['purchase.asl_id', 'asl_name'])
    .where(isAnyOf('purchase.purchase_id', ids))
    .modifyEnd(PREPARED);
}

type PurchaseRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/**
 * The rows of the purchases that a query finds, in its order. The ids are read first, from an index: what is left out
 * before a page needs no other tables. The rows of ids are read by a statement that is planned once; a purchase that is
 * cancelled or ordered between the two is shown as it then is.
 */
async function readRows(db: Database, found: Found): Promise<readonly PurchaseRow[]> {
  const ids = (await found.select('purchase.purchase_id').execute()).map((row) => row.purchase_id);
  if (ids.length === 0) return [];
  const rows = await selectRows(db, ids).execute();
  const byId = new Map(rows.map((row) => [row.purchase_id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw new Error(`Purchase ${id} found but not read`);
    return row;
  });
}

/** How many purchases match the filters. */
async function count(db: Database, businessId: number, search: PurchaseSearch, matching: Found): Promise<Counted> {
  if (!isSummed(search)) {
    return countRows(db, pageWindow(search), (limit) => matching.select('purchase.purchase_id').limit(limit));
  }
  const counts =
    search.excludeAmc === true
      ? await countUnordered(db, businessId, search)
      : await readSummedTotals(db, businessId, search);
  const statuses = [...new Set(search.purchaseStatusList ?? PURCHASE_STATUSES)];
  return { totalCount: statuses.reduce((total, status) => total + counts[status].count, 0) };
}

function rowsOf(db: Database, matching: Found, search: PurchaseSearch, signal: AbortSignal) {
  const { pageSize, offset } = pageWindow(search);
  const { columns, direction } = readOrder(search.sort ?? DEFAULT_SORT, COLUMNS);
  const order = { columns: [...columns, 'purchase.purchase_id'] as const, direction };
  const found = order.columns.reduce((query, column) => query.orderBy(column, direction), matching);
  const read = (after: PurchaseRow | undefined, limit: number) => {
    const page =
      after === undefined
        ? found.offset(offset)
        : found.where(follows(order, 'purchase', 'purchase.purchase_id', after.purchase_id));
    return readRows(db, page.limit(limit));
  };
  return inBatches(read, signal, pageSize);
}

async function readLines(db: Database, rows: readonly PurchaseRow[], { excludeAmc }: PurchaseSearch) {
  if (excludeAmc === true) return undefined;
  const ids = rows.map((row) => row.purchase_id);
  return readPurchaseLines(db, ids);
}

function factsOf(row: PurchaseRow) {
  return {
    status: row.status,
    createdAt: row.created_at,
    isOrdered: row.amc_order_id !== null,
    voucher: { status: row.voucher_status, disabledAt: row.disabled_at, residual: money(row.residual) },
  };
}

function toPurchase(row: PurchaseRow, items: Purchase['items'], cancelable: boolean): Purchase {
  return {
    purchaseId: row.purchase_id,
    createTime: row.created_at,
    itemsAmount: money(row.items_amount),
    status: row.status,
    cancelable,
    items,
    patient: {
      patientId: row.patient_id,
      firstName: row.first_name,
      lastName: row.last_name,
      fiscalCode: row.fiscal_code,
    },
    dossierId: row.dossier_id,
    business: { businessId: row.business_id, companyName: row.company_name },
    store: { storeId: row.store_id, name: row.store_name },
    asl: { aslId: row.asl_id, name: row.asl_name },
    voucher: { voucherId: row.voucher_id, code: row.voucher_code },
    amcOrderId: row.amc_order_id,
  };
}

/**
 * A page of the active business's purchases that match all filters, newest first by default (§7, §9). Their patients
 * are written to the access log.
 * @param signal ends the reading
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export async function searchPurchases(
  services: Services,
  principal: BusinessPrincipal,
  search: PurchaseSearch,
  signal: AbortSignal,
): Promise<BatchedPage<Purchase>> {
  const { db } = services;
  const at = services.now();
  const { businessId } = principal;
  const window = pageWindow(search);
  const matching = await narrow(db, businessId, search);
  const counted = await count(db, businessId, search, matching);
  const found = rowsOf(db, matching, search, signal);

  async function* read() {
    const consult = consultationWriter(db, principal, { at });
    for await (const batch of found) {
      const lines = await readLines(db, batch, search);
      const toRead = (row: PurchaseRow) => toPurchase(row, lines?.(row.purchase_id), isCancelable(factsOf(row), at));
      const shown = validRows(batch, (row) => row.purchase_id, toRead);
      await consult(shown.rows.map((row) => row.patient.patientId));
      yield shown;
    }
  }

  return { batches: read(), ...window, ...counted };
}

/** The number and sum (in euro) of the active business's purchases that match all filters, by status. */
export async function readPurchaseTotals(
  { db }: Services,
  { businessId }: BusinessPrincipal,
  filters: PurchaseFilters,
): Promise<Readonly<Record<PurchaseStatus, Subtotal>>> {
  if (isSummed(filters)) {
    const { ACTIVE, CANCELLED } = await readSummedTotals(db, businessId, filters);
    const isIncluded = (status: PurchaseStatus) => filters.purchaseStatusList?.includes(status) ?? true;
    return {
      ACTIVE: isIncluded('ACTIVE') ? ACTIVE : NO_SUBTOTAL,
      CANCELLED: isIncluded('CANCELLED') ? CANCELLED : NO_SUBTOTAL,
    };
  }
  const found = await selectFiltered(db, businessId, filters);
  const totals = found
    .select(({ fn }) => [
      'status' as const,
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('items_amount').as('amount'),
    ])
    .groupBy('status');
  const rows = await totals.execute();
  const of = (status: PurchaseStatus) => {
    const row = rows.find((one) => one.status === status);
    return row ? { count: Number(row.count), amount: row.amount === null ? ZERO : money(row.amount) } : NO_SUBTOTAL;
  };
  return { ACTIVE: of('ACTIVE'), CANCELLED: of('CANCELLED') };
}
