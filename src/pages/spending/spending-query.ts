import * as z from 'zod/mini';
import { SPENDING_GROUPS } from '#contract/entities/admin/spending.ts';
import { CATEGORY_TYPES } from '#contract/entities/category.ts';
import { today } from '#contract/rules/clock.ts';
import { type Day, firstOfMonth, monthOf } from '#contract/rules/dates.ts';
import { idParam, monthParam } from '#src/providers/data/url-params.ts';

/** The valid parameters of the URL; invalid ones are ignored. */
const address = z.object({
  monthStart: monthParam,
  monthEnd: monthParam,
  aslId: idParam,
  businessId: idParam,
  type: z.catch(z.optional(z.enum(CATEGORY_TYPES)), undefined),
  by: z.catch(z.optional(z.enum(SPENDING_GROUPS)), undefined),
});

type Address = z.output<typeof address>;

export interface SpendingQuery extends Address {
  readonly monthStart: Day;
  readonly monthEnd: Day;
  readonly by: (typeof SPENDING_GROUPS)[number];
}

const USUAL_MONTHS = 12;

/** Reads the URL. Default: the last twelve months, grouped by month. */
export function spendingQueryOf(params: unknown): SpendingQuery {
  const { monthStart, monthEnd, by = 'month', ...parties } = z.parse(address, params ?? {});
  const last = monthEnd ?? monthOf(today()).first;
  const first = monthStart ?? firstOfMonth(last, 1 - USUAL_MONTHS);
  return { ...parties, by, monthStart: first, monthEnd: last < first ? first : last };
}
