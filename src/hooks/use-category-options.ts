import { useSelect } from '@refinedev/antd';
import type { Category } from '#contract/entities/category.ts';

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
