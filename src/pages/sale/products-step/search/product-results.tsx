import { useTranslate } from '@refinedev/core';
import type { Product } from '#contract/entities/product.ts';
import { type Column, sortableBy } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import { useFeatures } from '#src/hooks/use-features.ts';
import type { ProductSearch } from './use-product-search.ts';

interface ProductResultsProps {
  readonly search: ProductSearch;
  readonly selected: Product | undefined;
  readonly onSelect: (product: Product) => void;
}

/** The products found, 5, 10 or 20 per page (§2, §9). A click or Enter chooses one. */
export function ProductResults({ search, selected, onSelect }: ProductResultsProps) {
  const translate = useTranslate();
  const { sorts } = useFeatures();
  // A single result is opened below instead.
  if (!search.submitted || (search.total === 1 && !search.isLoading)) return null;
  const title = (key: string) => translate(`sale:product.${key}`);
  const columns: readonly Column<Product>[] = [
    { kind: 'text', key: 'name', title: title('product'), value: (row) => row.name, opensRow: true },
    { kind: 'text', key: 'category', title: title('category'), value: (row) => row.categories[0]?.name },
    { kind: 'text', key: 'manufacturer', title: title('manufacturer'), value: (row) => row.manufacturer?.name },
    { kind: 'text', key: 'ean1', title: title('eanOnly'), value: (row) => row.ean1 },
    { kind: 'currency', key: 'refPrice', title: title('refPrice'), shows: 'unitPrice', value: (row) => row.refPrice },
  ];
  return (
    <DataTable
      label={title('results')}
      columns={sortableBy(columns, sorts.products)}
      rowKey={({ productId }) => String(productId)}
      tableProps={search.tableProps}
      sorters={search.sorters}
      pageSizes={PAGE_SIZES}
      showsTotal={search.total > 0}
      onRetry={search.onRetry}
      emptyText={title('none')}
      selectedKey={selected && String(selected.productId)}
      onOpen={onSelect}
    />
  );
}
