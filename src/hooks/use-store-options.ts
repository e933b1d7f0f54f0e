import { useSelect } from '@refinedev/antd';
import type { Store } from '#contract/entities/store.ts';

/** The stores of the business, to choose from, by name where they have one. */
export function useStoreOptions(isWanted = true) {
  const { selectProps, query } = useSelect<Store>({
    resource: 'stores',
    optionLabel: ({ name, storeId }) => name ?? String(storeId),
    optionValue: ({ storeId }) => String(storeId),
    pagination: { mode: 'off' },
    queryOptions: { enabled: isWanted },
  });
  return { options: (selectProps.options ?? []) as { readonly value: string; readonly label: string }[], query };
}
