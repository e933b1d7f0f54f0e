import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { finding, FINDING_RULES } from '#contract/admin/spending.ts';
import type { Day } from '#contract/rules/dates.ts';
import { money, type Money, toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import { UNUSUAL_FACTOR } from '#server/products/product.ts';
import { allRows, mapBatches, type Page, type PageRequest, pageWindow } from '#server/lists.ts';
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
  readonly least: number | undefined;
  readonly month: Day;
  readonly businessId: number;
  readonly companyName: string;
  readonly productId: number | null;
  readonly productName: string | null;
  readonly userId: number | null;
  readonly username: string | null;
  readonly count: number;
  readonly purchases: number | null;
  /** In euro. */
  readonly unitPrice: Money | null;
  readonly referencePrice: Money | null;
}

interface StoredFinding {
  readonly rule: Rule;
  readonly month: Day;
  readonly business_id: number;
  readonly company_name: string;
  readonly product_id: number | null;
  readonly product_name: string | null;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly count: string;
  readonly purchases: string | null;
  readonly unit_price: string | null;
  readonly ref_price: string | null;
}

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
  const { rule, month, business_id: businessId, product_id: productId, user_id: userId } = row;
  const { threshold, least } = THRESHOLDS[rule];
  return {
    findingId: [rule, month, businessId, productId ?? userId ?? ''].join('-'),
    ...{ rule, threshold, least, month, businessId, productId, userId },
    companyName: row.company_name,
    productName: row.product_name,
    username: row.username,
    count: Number(row.count),
    purchases: row.purchases === null ? null : Number(row.purchases),
    unitPrice: row.unit_price === null ? null : money(row.unit_price),
    referencePrice: row.ref_price === null ? null : money(row.ref_price),
  };
}

function findingsOf(filters: FindingFilters): RawBuilder<unknown> {
  const rules = [unusualPrices(filters), wrongPins(filters), manyCancellations(filters)];
  return sql`(${sql.join(rules, sql` union all `)}) finding`;
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
    select rule, month::text as month, finding.business_id, company_name, finding.product_id,
      product.name as product_name, finding.user_id, username, count, purchases, unit_price, finding.ref_price
    from ${findingsOf(filters)}
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
    const { month, rule, count, business_id, product_id, user_id } = after;
    const place = sql`date '9999-01-01' - ${month}::date, ${rule}::text, -${count}::bigint, ${business_id}::bigint,
      ${product_id ?? 0}::bigint, ${user_id ?? 0}::bigint`;
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
  const { page, pageSize, offset } = pageWindow({ page: askedPage, size });
  const counting = sql<{ count: string }>`select count(*) as count from ${findingsOf(filters)}`;
  const [counted] = (await counting.execute(db)).rows;
  const rows = await selectFindings(db, filters, { limit: pageSize, offset });
  return { rows: rows.map(toFinding), page, pageSize, totalCount: Number(counted?.count) };
}

export function serializeFinding({ unitPrice, referencePrice, ...from }: Finding): Sent<typeof finding> {
  return {
    ...from,
    unitPrice: unitPrice && toWire(unitPrice),
    referencePrice: referencePrice && toWire(referencePrice),
  };
}
