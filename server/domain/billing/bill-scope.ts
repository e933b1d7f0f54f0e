import { type Day, addDays, dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import type { Principal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { isOver } from '../ledger/is-over.ts';
import { toRowId } from '../row-id.ts';
import { type RequestedParties, scopeOf } from '../scope.ts';

/** The parameters of a billing call (§7): the parties, and a period of whole days, both included. */
export interface BillRequest extends RequestedParties {
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** The parties and the period of a bill. */
export interface BillScope {
  readonly aslId: number;
  /** Undefined when the bill covers all companies. */
  readonly businessId: number | undefined;
  /** Both days are included. */
  readonly period: { readonly first: Day; readonly last: Day };
  readonly madeAt: Date;
  /** Whether nothing can be added to the period any more. */
  readonly isPeriodOver: boolean;
  /** The start of the period; `until` is the first instant after it. */
  readonly from: Date;
  readonly until: Date;
}

/**
 * The scope of a bill, from the primary: for a shop its active business and the named payer, for a health authority one
 * company or all (rules §7).
 * @throws DomainError INVALID_REQUEST when a shop names no `aslId`, or the period is too long or ends before it begins;
 * and as `scopeOf`
 */
export async function billScope(
  { db, rules, now }: Pick<Services, 'db' | 'rules' | 'now'>,
  principal: Principal,
  request: BillRequest,
): Promise<BillScope> {
  const period = { first: dayOfRequest(request.dateStart), last: dayOfRequest(request.dateEnd) };
  const { aslId, businessId } = scopeOf(principal, request);
  if (aslId === undefined) throw new DomainError('INVALID_REQUEST', { field: 'aslId' });
  const isInOrder = period.first <= period.last;
  if (!isInOrder || addDays(period.first, rules.longestBillDays) <= period.last)
    throw new DomainError('INVALID_REQUEST', { field: 'dateEnd' });
  const end = endOfDay(period.last);
  const madeAt = now();
  const isPeriodOver = await isOver({ db, now }, end);
  const until = madeAt >= end ? end : new Date(madeAt.getTime() + 1);
  return { aslId, businessId, period, madeAt, isPeriodOver, from: startOfDay(period.first), until };
}

/** The purchases of these parties at any time. */
export function selectOwed(db: Database, { aslId, businessId }: Pick<BillScope, 'aslId' | 'businessId'>) {
  const owed = db.selectFrom('purchase').where('asl_id', '=', toRowId(aslId));
  return businessId === undefined ? owed : owed.where('business_id', '=', toRowId(businessId));
}
