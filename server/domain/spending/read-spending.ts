import { type RawBuilder, sql } from 'kysely';
import type { SpendingGroup } from '#contract/entities/admin/spending.ts';
import { type Money, ZERO, money } from '#contract/rules/money.ts';
import type { Principal, Services } from '../context.ts';
import { NO_SUBTOTAL, type Subtotal, addSubtotals } from '../ledger/subtotals.ts';
import { type SpendingFilters, matchesFilters, ownFilters } from './spending-scope.ts';

/** Purchases, cancellations (negative) and their total in euro. */
interface Figures {
  readonly purchases: Subtotal;
  readonly cancellations: Subtotal;
  readonly total: Money;
}

interface GroupFigures extends Figures {
  readonly key: string;
  readonly name: string;
}

/** The spending by group and in total. */
export interface Spending extends Figures {
  readonly rows: readonly GroupFigures[];
  /** The sums include all entries until this time; null before the sums have been computed once. */
  readonly asOf: Date | null;
}

interface GroupColumns {
  readonly key: RawBuilder<string>;
  readonly name: RawBuilder<string>;
}

function byItself(column: RawBuilder<string>): GroupColumns {
  return { key: column, name: column };
}

/** A store counts for its present city. */
const GROUPS: Readonly<Record<SpendingGroup, GroupColumns>> = {
  month: byItself(sql`monthly_spending.month::text`),
  asl: { key: sql`asl.asl_id::text`, name: sql`asl.name` },
  business: { key: sql`business.business_id::text`, name: sql`business.company_name` },
  dossierType: byItself(sql`monthly_spending.dossier_type`),
  city: byItself(sql`store.city`),
};

interface StoredGroup {
  readonly key: string;
  readonly name: string;
  readonly purchases: string;
  readonly sold: string;
  readonly cancellations: string;
  readonly cancelled: string;
}

function toGroup({ key, name, purchases, sold, cancellations, cancelled }: StoredGroup): GroupFigures {
  return {
    key,
    name,
    purchases: { count: Number(purchases), amount: money(sold) },
    cancellations: { count: Number(cancellations), amount: money(cancelled) },
    total: money(sold).plus(cancelled),
  };
}

/**
 * The spending of some months, from the sums that the worker keeps. Months are in their order, other groups by
 * descending amount.
 * @throws DomainError as `ownFilters`
 */
export async function readSpending(
  { db }: Services,
  principal: Principal,
  { by, ...asked }: SpendingFilters & { readonly by: SpendingGroup },
): Promise<Spending> {
  const filters = ownFilters(principal, asked);
  const { type } = filters;
  const refresh = await db.selectFrom('spending_refresh').select('as_of').executeTakeFirst();
  const { key, name } = GROUPS[by];
  const found = await sql<StoredGroup>`
    select ${key} as key, ${name} as name, sum(purchases) as purchases, sum(sold) as sold,
      sum(cancellations) as cancellations, sum(cancelled) as cancelled
    from monthly_spending
      join asl on asl.asl_id = monthly_spending.asl_id
      join business on business.business_id = monthly_spending.business_id
      join store on store.store_id = monthly_spending.store_id
    where ${matchesFilters('monthly_spending', filters)} ${type === undefined ? sql`` : sql`and dossier_type = ${type}`}
    group by 1, 2
    having sum(purchases) <> 0 or sum(cancellations) <> 0
    order by ${by === 'month' ? sql`1` : sql`sum(sold) + sum(cancelled) desc, fold_text(${name}) collate "C", 2, 1`}`.execute(
    db,
  );
  const rows = found.rows.map(toGroup);
  return {
    rows,
    purchases: rows.reduce((all, row) => addSubtotals(all, row.purchases), NO_SUBTOTAL),
    cancellations: rows.reduce((all, row) => addSubtotals(all, row.cancellations), NO_SUBTOTAL),
    total: rows.reduce((all, row) => all.plus(row.total), ZERO),
    asOf: refresh?.as_of ?? null,
  };
}
