import { useDataProvider } from '@refinedev/core';
import { useCallback } from 'react';
import type { Product } from '#contract/entities/product.ts';
import { DEFAULT_PAGE_SIZE } from '#src/components/data-table/paging.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { NO_CRITERIA, productFilters } from './product-criteria.ts';

/** The products that a code may mean, or null when nobody answers. */
type ProductLookup = (code: string) => Promise<readonly Product[] | null>;

/**
 * Looks up what was scanned, by the list call of the product search; a code that is not found is tried once more with a
 * leading 0 (§5). Nothing rejects.
 */
export function useProductLookup(categoryType: string | undefined): ProductLookup {
  const dataProvider = useDataProvider();
  return useCallback(
    async (code) => {
      if (refuseOffline()) return null;
      const criteria = { ...NO_CRITERIA, ean: code };
      const find = async (leading: '' | '0') => {
        const { data } = await dataProvider().getList<Product>({
          resource: 'products',
          pagination: { currentPage: 1, pageSize: DEFAULT_PAGE_SIZE },
          filters: productFilters(criteria, categoryType, leading),
        });
        return data;
      };
      try {
        const found = await find('');
        return found.length > 0 ? found : await find('0');
      } catch {
        // Said by an alert already (§8).
        return null;
      }
    },
    [dataProvider, categoryType],
  );
}
