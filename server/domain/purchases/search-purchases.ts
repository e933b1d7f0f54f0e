import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { searchPurchases as searchPurchasesCall } from '#contract/calls/purchases.ts';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { consultOnce } from '../audit/consult-once.ts';
import { inBatches } from '../batches.ts';
import type { BusinessPrincipal, Database, Services } from '../context.ts';
import { type BatchedPage, type PageRequest, pageWindow } from '../paging.ts';
import { readable } from '../readable.ts';
import { toRowId } from '../row-id.ts';
import { type SortColumns, follows, readOrder } from '../sorting.ts';
import { isCancelable } from './is-cancelable.ts';
import type { Purchase } from './purchase.ts';
import { readPurchaseLines } from './read-purchase-lines.ts';

/** What narrows a search of purchases (§7); number, store and category are extras of ours. */
export interface PurchaseFilters {
  readonly purchaseId?: number | undefined;
  readonly storeId?: number | undefined;
  /** The first category of one of its products, which is the one that is shown (§3). */
  readonly categoryId?: number | undefined;
  readonly patientId?: number | undefined;
  readonly dossierId?: number | undefined;
  /** The first and the last day in Europe/Rome, both included; a date-time means its day. */
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  /** In any of these. */
  readonly purchaseStatusList?: readonly PurchaseStatus[] | undefined;
}

/** What the purchase search asks (§7). */
interface PurchaseSearch extends PurchaseFilters, PageRequest {
  /**
   * Leaves out what is in an AMC order that was not rejected. This is the search for what to order, of up to all
   * purchases of a year: it answers them without their lines.
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

/** Whether a purchase has a product of which this is the first category. */
function hasProductOf(categoryId: number): RawBuilder<SqlBool> {
  // The products first: then lines are found by the purchases of one business, and not by all of the products.
  return sql<SqlBool>`exists (
    select from purchase_item
    where purchase_item.purchase_id = purchase.purchase_id and product_id = any(array(
      select product_id from product_category own
      where category_id = ${categoryId} and not exists (
        select from product_category other
        where other.product_id = own.product_id
          and (other.position, other.category_id) < (own.position, own.category_id)
      )
    ))
  )`;
}

/** The purchases of a business that pass every filter. */
export function selectFiltered(db: Database, businessId: number, filters: PurchaseFilters) {
  const { purchaseId, storeId, categoryId, patientId, dossierId, dateStart, dateEnd, purchaseStatusList } = filters;
  let query = db.selectFrom('purchase').where('purchase.business_id', '=', businessId);
  if (purchaseId !== undefined) query = query.where('purchase.purchase_id', '=', toRowId(purchaseId));
  if (storeId !== undefined) query = query.where('purchase.store_id', '=', toRowId(storeId));
  if (categoryId !== undefined) query = query.where(hasProductOf(toRowId(categoryId)));
  if (patientId !== undefined) query = query.where('purchase.patient_id', '=', toRowId(patientId));
  if (dossierId !== undefined) query = query.where('purchase.dossier_id', '=', toRowId(dossierId));
  if (dateStart) query = query.where('purchase.created_at', '>=', startOfDay(dayOfRequest(dateStart)));
  if (dateEnd) query = query.where('purchase.created_at', '<', endOfDay(dayOfRequest(dateEnd)));
  if (purchaseStatusList) query = query.where('purchase.status', 'in', purchaseStatusList);
  return query;
}

function narrow(db: Database, businessId: number, search: PurchaseSearch) {
  const found = selectFiltered(db, businessId, search);
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

function selectRows(db: Database, businessId: number, search: PurchaseSearch) {
  return narrow(db, businessId, search)
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
    .select(['purchase.business_id', 'company_name', 'purchase.store_id', 'store_name']);
}

type PurchaseRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

function rowsOf(db: Database, businessId: number, search: PurchaseSearch, signal: AbortSignal) {
  const { pageSize, offset } = pageWindow(search);
  const { columns, direction } = readOrder(search.sort ?? DEFAULT_SORT, COLUMNS);
  const order = { columns: [...columns, 'purchase.purchase_id'] as const, direction };
  const found = order.columns.reduce(
    (query, column) => query.orderBy(column, direction),
    selectRows(db, businessId, search),
  );
  const read = (after: PurchaseRow | undefined, limit: number) =>
    (after === undefined
      ? found.offset(offset)
      : found.where(follows(order, 'purchase', 'purchase.purchase_id', after.purchase_id))
    )
      .limit(limit)
      .execute();
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

function toPurchase(row: PurchaseRow, lines: Purchase['lines'], cancelable: boolean): Purchase {
  return {
    purchaseId: row.purchase_id,
    createdAt: row.created_at,
    itemsAmount: money(row.items_amount),
    status: row.status,
    cancelable,
    lines,
    patient: {
      patientId: row.patient_id,
      firstName: row.first_name,
      lastName: row.last_name,
      fiscalCode: row.fiscal_code,
    },
    dossierId: row.dossier_id,
    business: { businessId: row.business_id, companyName: row.company_name },
    store: { storeId: row.store_id, name: row.store_name },
    voucher: { voucherId: row.voucher_id, code: row.voucher_code },
    amcOrderId: row.amc_order_id,
  };
}

/**
 * A page of the active business's purchases that pass every filter, newest first unless the request sorts otherwise
 * (§7, §9); the patients shown are written to the access log.
 * @param signal ends the reading
 * @throws DomainError INVALID_REQUEST on an unknown sort
 */
export async function searchPurchases(
  services: Services,
  principal: BusinessPrincipal,
  search: PurchaseSearch,
  signal: AbortSignal,
): Promise<BatchedPage<Purchase>> {
  const { db, rules } = services;
  const at = services.now();
  const found = rowsOf(db, principal.businessId, search, signal);
  const { totalCount } = await narrow(db, principal.businessId, search)
    .select((eb) => eb.fn.countAll<string>().as('totalCount'))
    .executeTakeFirstOrThrow();

  async function* read() {
    const consult = consultOnce(db, principal, { at });
    for await (const batch of found) {
      const lines = await readLines(db, batch, search);
      const toRead = (row: PurchaseRow) =>
        toPurchase(row, lines?.(row.purchase_id), isCancelable(factsOf(row), at, rules.cancellationDays));
      const shown = readable(batch, (row) => row.purchase_id, toRead);
      await consult(shown.rows.map((row) => row.patient.patientId));
      yield shown;
    }
  }

  const { page, pageSize } = pageWindow(search);
  return { batches: read(), page, pageSize, totalCount: Number(totalCount) };
}
