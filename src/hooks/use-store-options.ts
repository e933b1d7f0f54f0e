import { useSelect } from '@refinedev/antd';
import type { Store } from '#contract/entities/store.ts';

/**
 * The stores of the business as options, by name if they have one. Includes closed stores, because their sales remain.
 */
export function useStoreOptions(isWanted = true) {
  const { selectProps, query } = useSelect<Store>({
    resource: 'stores',
    optionLabel: ({ name, storeId }) => name ?? String(storeId),
    optionValue: ({ storeId }) => String(storeId),
    pagination: { mode: 'off' },
    filters: [{ field: 'closed', operator: 'eq', value: true }],
    queryOptions: { enabled: isWanted },
  });
  return { options: (selectProps.options ?? []) as { readonly value: string; readonly label: string }[], query };
}
