import type { searchPurchases as searchPurchasesCall } from '#contract/calls/purchases.ts';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessCaller, Database, Services } from '../context.ts';
import { type PageRequest, type ReadablePage, pageWindow } from '../paging.ts';
import { readable } from '../readable.ts';
import { toRowId } from '../row-id.ts';
import { type SortColumns, readOrder } from '../sorting.ts';
import { isCancelable } from './is-cancelable.ts';
import type { Purchase } from './purchase.ts';
import { readPurchaseLines } from './read-purchase-lines.ts';

/** What the purchase search asks (§7); every filter narrows. */
interface PurchaseSearch extends PageRequest {
  readonly patientId?: number | undefined;
  readonly dossierId?: number | undefined;
  /** The first and the last day in Europe/Rome, both included; a date-time means its day. */
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  /**
   * Leaves out what is in an AMC order that was not rejected. This is the search for what to order, of up to all
   * purchases of a year: it answers them without their lines.
   */
  readonly excludeAmc?: boolean | undefined;
  /** In any of these. */
  readonly purchaseStatusList?: readonly PurchaseStatus[] | undefined;
  readonly sort?: string | undefined;
}

const DEFAULT_SORT = 'createTime,desc';
const COLUMNS = {
  createTime: 'purchase.created_at',
  itemsAmount: 'purchase.items_amount',
  purchaseId: 'purchase.purchase_id',
  status: 'purchase.status',
} as const satisfies SortColumns<typeof searchPurchasesCall>;

function narrow(db: Database, businessId: number, search: PurchaseSearch) {
  const { patientId, dossierId, dateStart, dateEnd, excludeAmc, purchaseStatusList } = search;
  let query = db.selectFrom('purchase').where('purchase.business_id', '=', businessId);
  if (patientId !== undefined) query = query.where('purchase.patient_id', '=', toRowId(patientId));
  if (dossierId !== undefined) query = query.where('purchase.dossier_id', '=', toRowId(dossierId));
  if (dateStart) query = query.where('purchase.created_at', '>=', startOfDay(dayOfRequest(dateStart)));
  if (dateEnd) query = query.where('purchase.created_at', '<', endOfDay(dayOfRequest(dateEnd)));
  if (purchaseStatusList) query = query.where('purchase.status', 'in', purchaseStatusList);
  if (excludeAmc === true) {
    query = query.where((eb) =>
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
  return query;
}

function readRows(db: Database, businessId: number, search: PurchaseSearch) {
  const { pageSize, offset } = pageWindow(search);
  const order = readOrder(search.sort ?? DEFAULT_SORT, COLUMNS);
  let query = narrow(db, businessId, search)
    .innerJoin('patient', 'patient.patient_id', 'purchase.patient_id')
    .innerJoin('voucher', 'voucher.voucher_id', 'purchase.voucher_id')
    .innerJoin('business', 'business.business_id', 'purchase.business_id')
    .innerJoin('store', 'store.store_id', 'purchase.store_id')
    .leftJoin('amc_order_purchase as ordered', (join) =>
      join.onRef('ordered.purchase_id', '=', 'purchase.purchase_id').on('ordered.released_at', 'is', null),
    )
    .select(['purchase.purchase_id', 'created_at', 'items_amount', 'purchase.status', 'purchase.dossier_id'])
    .select(['patient.patient_id', 'first_name', 'last_name', 'patient.fiscal_code'])
    .select(['voucher.status as voucher_status', 'disabled_at', 'residual', 'ordered.amc_order_id'])
    .select(['business.business_id', 'company_name', 'store.store_id', 'store.name as store_name']);
  for (const column of order.columns) query = query.orderBy(column, order.direction);
  return query.orderBy('purchase.purchase_id', order.direction).limit(pageSize).offset(offset).execute();
}

type PurchaseRow = Awaited<ReturnType<typeof readRows>>[number];

async function readLines(db: Database, rows: readonly PurchaseRow[], { excludeAmc }: PurchaseSearch) {
  if (excludeAmc === true) return undefined;
  const ids = rows.map((row) => row.purchase_id);
  return readPurchaseLines(db, ids);
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
  };
}

/**
 * A page of the active business's purchases that pass every filter, newest first unless the request sorts otherwise
 * (§7, §9); the patients shown are written to the access log.
 * @throws DomainError INVALID_REQUEST on an unknown sort
 */
export function searchPurchases(
  services: Services,
  caller: BusinessCaller,
  search: PurchaseSearch,
): Promise<ReadablePage<Purchase>> {
  const at = services.now();
  return services.db.transaction().execute(async (trx) => {
    const { totalCount } = await narrow(trx, caller.businessId, search)
      .select((eb) => eb.fn.countAll<string>().as('totalCount'))
      .executeTakeFirstOrThrow();
    const found = await readRows(trx, caller.businessId, search);
    const lines = await readLines(trx, found, search);
    const read = (row: PurchaseRow) => {
      const facts = {
        status: row.status,
        createdAt: row.created_at,
        isOrdered: row.amc_order_id !== null,
        voucher: { status: row.voucher_status, disabledAt: row.disabled_at, residual: money(row.residual) },
      };
      const cancelable = isCancelable(facts, at, services.rules.cancellationDays);
      return toPurchase(row, lines?.(row.purchase_id), cancelable);
    };
    const { rows, unreadable } = readable(found, (row) => row.purchase_id, read);
    const patientIds = rows.map((row) => row.patient.patientId);
    await writeConsultation(trx, caller, patientIds, { at });
    const { page, pageSize } = pageWindow(search);
    return { rows, unreadable, page, pageSize, totalCount: Number(totalCount) };
  });
}
