import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { FINDING_RULES } from '#contract/admin/spending.ts';
import type { Day } from '#contract/rules/dates.ts';
import { UNUSUAL_FACTOR } from '#server/products/product.ts';
import { allRows, countRows, mapBatches, type Page, type PageRequest, pageWindow } from '#server/lists.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { matchesFilters, ownFilters, type SpendingFilters } from './spending.ts';

type Rule = (typeof FINDING_RULES)[number];
type FindingFilters = Omit<SpendingFilters, 'type'>;

/** The wrong PINs of one user at one business in a month. */
const MANY_WRONG_PINS = 20;
/** The cancellations of a business in a month: percentage of its purchases, and minimum number. */
const [LARGE_SHARE, MIN_CANCELLATIONS] = [20, 5];

/** The threshold of each rule (rules §9). */
const THRESHOLDS: Readonly<Record<Rule, { readonly threshold: number; readonly least?: number }>> = {
  UNIT_PRICE: { threshold: UNUSUAL_FACTOR },
  WRONG_PINS: { threshold: MANY_WRONG_PINS },
  CANCELLATIONS: { threshold: LARGE_SHARE, least: MIN_CANCELLATIONS },
};

/** An unusual event in a month and the rule that found it. */
export interface Finding {
  readonly findingId: string;
  readonly rule: Rule;
  readonly threshold: number;
  readonly least?: number;
  readonly month: Day;
  readonly businessId: number;
  readonly companyName: string;
  readonly productId: number | null;
  readonly productName: string | null;
  readonly userId: number | null;
  readonly username: string | null;
  readonly count: number;
  readonly purchases: number | null;
  /** In euro, as the database gives them. */
  readonly unitPrice: string | null;
  readonly referencePrice: string | null;
}

type StoredFinding = Omit<Finding, 'findingId' | 'threshold' | 'least'>;

/** Product lines sold above a multiple of the reference price, by product; the sales have recorded them. */
function unusualPrices(filters: FindingFilters): RawBuilder<unknown> {
  const farthest = (column: string) => sql`(array_agg(${sql.ref(column)} order by unit_price / ref_price desc))[1]`;
  return sql`
    select 'UNIT_PRICE' as rule, month, business_id, product_id, null::bigint as user_id, count(*) as count,
      null::bigint as purchases, ${farthest('unit_price')} as unit_price, ${farthest('ref_price')} as ref_price
    from unusual_price where ${matchesFilters('unusual_price', filters)}
    group by month, business_id, product_id`;
}

/** Users with many wrong PINs of the authority's patients at a business, from the recorded counts. */
function wrongPins(filters: FindingFilters): RawBuilder<unknown> {
  return sql`
    select 'WRONG_PINS', month, business_id, null::bigint, user_id, count, null::bigint, null::numeric, null::numeric
    from monthly_wrong_pins where ${matchesFilters('monthly_wrong_pins', filters)}
      ${filters.aslId === undefined ? sql`and asl_id is null` : sql``} and count >= ${MANY_WRONG_PINS}`;
}

/** Businesses with many cancellations and a large share of cancellations, from the sums. */
function manyCancellations(filters: FindingFilters): RawBuilder<unknown> {
  return sql`
    select 'CANCELLATIONS', month, business_id, null::bigint, null::bigint, cancellations, purchases, null::numeric,
      null::numeric
    from (
      select month, business_id, sum(entries) filter (where kind = 'SALE') as purchases,
        sum(entries) filter (where kind = 'CANCELLATION') as cancellations
      from ledger_month where ${matchesFilters('ledger_month', filters)}
      group by month, business_id
    ) sums
    where cancellations >= ${MIN_CANCELLATIONS} and cancellations * 100 >= coalesce(purchases, 0) * ${LARGE_SHARE}::int`;
}

function toFinding(row: StoredFinding): Finding {
  const { rule, month, businessId, productId, userId } = row;
  const findingId = [rule, month, businessId, productId ?? userId ?? ''].join('-');
  return { findingId, ...THRESHOLDS[rule], ...row };
}

function foundBy(filters: ReturnType<typeof ownFilters>) {
  const rules = [unusualPrices(filters), wrongPins(filters), manyCancellations(filters)];
  return sql`(${sql.join(rules, sql` union all `)}) finding`;
}

/**
 * The number of findings of some months.
 * @throws DomainError as `ownFilters`
 */
export async function countFindings({ db }: Services, principal: Principal, asked: FindingFilters): Promise<number> {
  const counting = sql<{ count: number }>`select count(*)::int as count from ${foundBy(ownFilters(principal, asked))}`;
  return (await counting.execute(db)).rows[0]?.count ?? 0;
}

/** Where a finding stands: the newest month first, then by rule, and the largest number first. */
const PLACE = sql`date '9999-01-01' - month, rule, -count, finding.business_id, coalesce(finding.product_id, 0),
  coalesce(finding.user_id, 0)`;

async function selectFindings(
  db: Database,
  filters: FindingFilters,
  { which = sql`true`, limit, offset = 0 }: { readonly which?: RawBuilder<SqlBool>; limit: number; offset?: number },
): Promise<readonly StoredFinding[]> {
  const reading = sql<StoredFinding>`
    select rule, month::text as month, finding.business_id as "businessId", company_name as "companyName",
      finding.product_id as "productId", product.name as "productName", finding.user_id as "userId", username,
      count::int as count, purchases::int as purchases, unit_price as "unitPrice",
      finding.ref_price as "referencePrice"
    from ${foundBy(filters)}
      join business on business.business_id = finding.business_id
      left join product on product.product_id = finding.product_id
      left join app_user on app_user.user_id = finding.user_id
    where ${which} order by ${PLACE} limit ${limit} offset ${offset}`;
  return (await reading.execute(db)).rows;
}

/**
 * All findings in the order of `searchFindings`, for a document; it can be read once.
 * @throws DomainError as `ownFilters`
 */
export function readAllFindings(
  { db }: Services,
  principal: Principal,
  asked: FindingFilters,
  signal: AbortSignal,
): AsyncIterable<readonly Finding[]> {
  const filters = ownFilters(principal, asked);
  const read = (after: StoredFinding | undefined, limit: number) => {
    if (after === undefined) return selectFindings(db, filters, { limit });
    const { month, rule, count, businessId, productId, userId } = after;
    const place = sql`date '9999-01-01' - ${month}::date, ${rule}::text, -${count}::bigint, ${businessId}::bigint,
      ${productId ?? 0}::bigint, ${userId ?? 0}::bigint`;
    return selectFindings(db, filters, { which: sql`(${PLACE}) > (${place})`, limit });
  };
  return mapBatches(allRows(read, signal), (rows) => rows.map(toFinding));
}

/**
 * The findings of some months, newest first. They contain no patient data.
 * @throws DomainError as `ownFilters`
 */
export async function searchFindings(
  { db }: Services,
  principal: Principal,
  { page: askedPage, size, ...asked }: FindingFilters & PageRequest,
): Promise<Page<Finding>> {
  const filters = ownFilters(principal, asked);
  const window = pageWindow({ page: askedPage, size });
  const counted = await countRows(db, window, (limit) => sql`(select from ${foundBy(filters)} limit ${limit})`);
  const rows = await selectFindings(db, filters, { limit: window.pageSize, offset: window.offset });
  return { rows: rows.map(toFinding), ...window, ...counted };
}
