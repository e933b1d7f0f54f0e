import { type Day, addDays, dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import type { Principal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import { type AskedParties, scopeOf } from '../scope.ts';

/** What a billing call asks (§7): the parties and a period of whole days, both included. */
export interface BillRequest extends AskedParties {
  readonly dateStart: string;
  readonly dateEnd: string;
}

/** Whose bill of which period is meant. */
export interface BillScope {
  readonly aslId: number;
  /** None when the bill is of all companies. */
  readonly businessId: number | undefined;
  /** Both days included. */
  readonly period: { readonly first: Day; readonly last: Day };
  readonly madeAt: Date;
  /** Whether nothing can be added to the period any more. */
  readonly isPeriodOver: boolean;
  /** What counts: from the first instant until before the second. */
  readonly from: Date;
  readonly until: Date;
}

/**
 * Of the active business for the payer named, or of the signed-in authority for one company or for all (rules §7).
 * @throws DomainError INVALID_REQUEST without `aslId` from a shop or with a period that ends before it begins or is too
 * long, and as `scopeOf`
 */
export function billScope({ rules, now }: Services, principal: Principal, request: BillRequest): BillScope {
  const period = { first: dayOfRequest(request.dateStart), last: dayOfRequest(request.dateEnd) };
  const { aslId, businessId } = scopeOf(principal, request);
  if (aslId === undefined) throw new DomainError('INVALID_REQUEST', { field: 'aslId' });
  const isInOrder = period.first <= period.last;
  if (!isInOrder || addDays(period.first, rules.longestBillDays) <= period.last)
    throw new DomainError('INVALID_REQUEST', { field: 'dateEnd' });
  const end = endOfDay(period.last);
  const madeAt = now();
  const isPeriodOver = madeAt >= end;
  const until = isPeriodOver ? end : new Date(madeAt.getTime() + 1);
  return { aslId, businessId, period, madeAt, isPeriodOver, from: startOfDay(period.first), until };
}

/** The purchases of these parties, whenever they were made. */
export function selectOwed(db: Database, { aslId, businessId }: Pick<BillScope, 'aslId' | 'businessId'>) {
  const owed = db.selectFrom('purchase').where('asl_id', '=', toRowId(aslId));
  return businessId === undefined ? owed : owed.where('business_id', '=', toRowId(businessId));
}
