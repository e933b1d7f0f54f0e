import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { MismatchKind } from '#contract/admin/closings.ts';
import type { Day } from '#contract/rules/dates.ts';
import { allRows, countRows, type Page, type PageRequest, pageWindow } from '#server/lists.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { isInMonth, type MonthRequest, monthScope, type MonthScope, type MonthSql, scopeSql } from './month.ts';

/** A mismatch of a month. Amounts in euro, as the database gives them. */
export interface MonthMismatch {
  readonly kind: MismatchKind;
  readonly at: Date;
  readonly purchaseId: number | null;
  readonly amcOrderId: number | null;
  readonly companyName: string;
  readonly storeName: string;
  readonly amount: string;
  /** The sum of the purchases of an order. */
  readonly expectedAmount: string | null;
  /** As text: a JavaScript date would lose its microseconds. */
  readonly exactAt: string;
}

/**
 * The mismatches as rules §9 defines them. An order is expected only of businesses that have ever ordered for this
 * authority.
 */
function mismatchesOf({ month, isOf }: MonthSql) {
  return sql`(
    select ${sql.lit('PURCHASE_NOT_ORDERED')} as kind, counts_at as at, purchase_id, null::bigint as amc_order_id,
      business_id, store_id, amount, null::numeric as expected
    from ledger_entry where kind = 'SALE' and ${isOf('ledger_entry')} and ${isInMonth(sql`counts_at`, month)}
      and not exists (
        select from ledger_entry back where back.purchase_id = ledger_entry.purchase_id and back.kind = 'CANCELLATION'
      )
      and not exists (
        select from amc_order_purchase link where link.purchase_id = ledger_entry.purchase_id and released_at is null
      )
      and exists (
        select from amc_order made
        where made.business_id = ledger_entry.business_id and made.asl_id = ledger_entry.asl_id
      )
    union all
    select ${sql.lit('CORRECTION_OF_ORDERED')}, counts_at, purchase_id, link.amc_order_id, business_id, store_id,
      amount, null
    from ledger_entry join amc_order_purchase link using (purchase_id)
    where kind = 'CANCELLATION' and released_at is null and ${isOf('ledger_entry')}
      and ${isInMonth(sql`counts_at`, month)}
    union all
    select ${sql.lit('ORDER_AMOUNT_DIFFERS')}, created_at, null, amc_order_id, business_id, store_id, amount, expected
    from amc_order join lateral (
      select coalesce(sum(items_amount), 0) as expected from amc_order_purchase link join purchase using (purchase_id)
      where link.amc_order_id = amc_order.amc_order_id
    ) ordered on expected <> amount
    where ${isOf('amc_order')} and ${isInMonth(sql`created_at`, month)}
    union all
    select ${sql.lit('ORDER_UNSETTLED')}, created_at, null, amc_order_id, business_id, store_id, amount, null
    from amc_order
    where ${isOf('amc_order')} and ${isInMonth(sql`created_at`, month)} and esb_status in ('PENDING', 'SENT')
  )`;
}

/** Where a mismatch stands: the oldest first. */
const PLACE = sql`at, kind, coalesce(purchase_id, 0), coalesce(amc_order_id, 0)`;

async function selectMismatches(
  db: Database,
  scope: MonthScope,
  { which = sql`true`, limit, offset = 0 }: { readonly which?: RawBuilder<SqlBool>; limit: number; offset?: number },
): Promise<readonly MonthMismatch[]> {
  const found = sql<MonthMismatch>`
    select kind, at, at::text as "exactAt", purchase_id as "purchaseId", amc_order_id as "amcOrderId",
      company_name as "companyName", store.name as "storeName", amount, expected as "expectedAmount"
    from ${mismatchesOf(scopeSql(scope))} mismatch join business using (business_id) join store using (store_id)
    where ${which} order by ${PLACE} limit ${limit} offset ${offset}`;
  return (await found.execute(db)).rows;
}

/**
 * All present mismatches of a month, oldest first, for a document; it can be read once.
 * @throws DomainError as `monthScope`
 */
export async function readAllMismatches(
  { db }: Services,
  principal: Principal,
  request: MonthRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<readonly MonthMismatch[]>> {
  const scope = await monthScope(db, principal, request);
  const read = (after: MonthMismatch | undefined, limit: number) => {
    if (after === undefined) return selectMismatches(db, scope, { limit });
    const { exactAt, kind, purchaseId, amcOrderId } = after;
    const place = sql`${exactAt}::timestamptz, ${kind}::text, ${purchaseId ?? 0}::bigint, ${amcOrderId ?? 0}::bigint`;
    return selectMismatches(db, scope, { which: sql`(${PLACE}) > (${place})`, limit });
  };
  return allRows(read, signal);
}

/**
 * The present mismatches of a month, oldest first.
 * @throws DomainError as `monthScope`
 */
export async function searchMismatches(
  { db }: Services,
  principal: Principal,
  { page: asked, size, ...request }: MonthRequest & PageRequest,
): Promise<Page<MonthMismatch>> {
  const scope = await monthScope(db, principal, request);
  const window = pageWindow({ page: asked, size });
  const counted = await countRows(
    db,
    window,
    (limit) => sql`(select from ${mismatchesOf(scopeSql(scope))} mismatch limit ${limit})`,
  );
  const rows = await selectMismatches(db, scope, { limit: window.pageSize, offset: window.offset });
  return { rows, ...window, ...counted };
}

/** The number of mismatches of a month: of an office's authority, or of all. */
export async function countMismatches({ db }: Services, { aslId }: Principal, month: Day): Promise<number> {
  const mismatches = mismatchesOf({
    month: sql`${month}::date`,
    isOf: (table) => {
      const column = sql.ref(`${table}.asl_id`);
      // Named one by one, so that the index by authority and time serves.
      return aslId === null ? sql`${column} = any(array(select asl_id from asl))` : sql`${column} = ${aslId}::bigint`;
    },
  });
  const counted = sql<{ count: string }>`select count(*) as count from ${mismatches} mismatch`;
  const { rows } = await counted.execute(db);
  return Number(rows[0]?.count);
}
