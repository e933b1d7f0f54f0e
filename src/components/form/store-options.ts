import { useSelect } from '@refinedev/antd';
import { useList } from '@refinedev/core';
import type { Store } from '#contract/calls/stores.ts';
import type { Category } from '#contract/entities/shared.ts';

/**
 * The stores of the business as options, by name if they have one. Includes closed stores, because their sales remain.
 * Not `useSelect`: it has every parameter of the URL but Refine's own in the key of its query, and reads again when one
 * changes.
 */
export function useStoreOptions(isWanted = true) {
  const { query, result } = useList<Store>({
    resource: 'stores',
    pagination: { mode: 'off' },
    filters: [{ field: 'closed', operator: 'eq', value: true }],
    queryOptions: { enabled: isWanted },
  });
  const options = result.data.map(({ name, storeId }) => ({ value: String(storeId), label: name ?? String(storeId) }));
  return { options, query };
}

/** The product categories as options, sorted by name. */
export function useCategoryOptions(isWanted: boolean) {
  const { selectProps } = useSelect<Category>({
    resource: 'product-categories',
    optionLabel: 'name',
    optionValue: ({ categoryId }) => String(categoryId),
    pagination: { mode: 'off' },
    queryOptions: { enabled: isWanted },
  });
  return (selectProps.options ?? []) as { readonly value: string; readonly label: string }[];
}
