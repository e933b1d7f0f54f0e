import type { SpendingGroup } from '#contract/entities/admin/spending.ts';
import type { Principal, Services } from '../context.ts';
import { type FilterNames, readFilterNames } from '../reference/read-filter-names.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import { type Spending, readSpending } from './read-spending.ts';
import type { SpendingFilters } from './spending-scope.ts';

/** The spending that matches the filters, by group. */
export interface SpendingList {
  readonly madeAt: Date;
  readonly requester: Requester;
  readonly by: SpendingGroup;
  readonly filters: SpendingFilters;
  readonly filterNames: FilterNames;
  readonly spending: Spending;
}

/**
 * The spending for a document.
 * @throws DomainError as `readSpending`
 */
export async function readSpendingList(
  services: Services,
  principal: Principal,
  { by, ...filters }: SpendingFilters & { readonly by: SpendingGroup },
): Promise<SpendingList> {
  const madeAt = services.now();
  const spending = await readSpending(services, principal, { by, ...filters });
  const requester = await readRequester(services.db, principal);
  const filterNames = await readFilterNames(services.db, filters);
  return { madeAt, requester, by, filters, filterNames, spending };
}
