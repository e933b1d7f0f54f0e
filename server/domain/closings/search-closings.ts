import { sql } from 'kysely';
import type { Day } from '#contract/rules/dates.ts';
import type { Principal, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type Page, type PageRequest, pageWindow } from '../paging.ts';
import { toRowId } from '../row-id.ts';
import { type MonthClosing, selectClosings, toClosing } from './select-closings.ts';

/** The filters of a search for closings. */
interface ClosingSearch extends PageRequest {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly month?: Day | undefined;
}

/**
 * Closed months, latest first; the closing of all businesses comes before those of single businesses. A district
 * operator sees only those of their authority.
 * @throws DomainError ASL_NOT_FOUND when a district operator names another authority
 */
export async function searchClosings(
  { db }: Services,
  principal: Principal,
  { aslId = principal.aslId ?? undefined, businessId, month, ...request }: ClosingSearch,
): Promise<Page<MonthClosing>> {
  if (principal.aslId !== null && aslId !== principal.aslId) throw new DomainError('ASL_NOT_FOUND');
  const { page, pageSize, offset } = pageWindow(request);
  const matching = selectClosings(db)
    .$if(aslId !== undefined, (query) => query.where('month_closing.asl_id', '=', toRowId(aslId ?? 0)))
    .$if(businessId !== undefined, (query) => query.where('month_closing.business_id', '=', toRowId(businessId ?? 0)))
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''));
  const { count } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const sorted = matching
    .orderBy('month', 'desc')
    .orderBy(sql`month_closing.business_id is null`, 'desc')
    .orderBy('closing_id', 'desc')
    .limit(pageSize)
    .offset(offset);
  const rows = await sorted.execute();
  return { rows: rows.map(toClosing), page, pageSize, totalCount: Number(count) };
}
