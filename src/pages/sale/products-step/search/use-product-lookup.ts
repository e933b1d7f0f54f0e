import { useDataProvider } from '@refinedev/core';
import { useCallback } from 'react';
import type { Product } from '#contract/entities/product.ts';
import { codesToTry } from '#contract/rules/product-code.ts';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/page-sizes.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { NO_CRITERIA, productFilters } from './product-criteria.ts';

/** The products of a code, or null if the server does not answer. */
type ProductLookup = (code: string) => Promise<readonly Product[] | null>;

/**
 * Looks up a scanned code with the product search's list call. A code that is not found is tried again with a leading 0
 * (§5). Never rejects.
 */
export function useProductLookup(categoryType: string | undefined): ProductLookup {
  const dataProvider = useDataProvider();
  return useCallback(
    async (code) => {
      if (refuseOffline()) return null;
      const find = async (ean: string) => {
        const { data } = await dataProvider().getList<Product>({
          resource: 'products',
          pagination: { currentPage: 1, pageSize: DEFAULT_PAGE_SIZE },
          filters: productFilters({ ...NO_CRITERIA, ean }, categoryType),
        });
        return data;
      };
      try {
        const [exact, withZero] = codesToTry(code);
        const found = await find(exact);
        return found.length > 0 ? found : await find(withZero);
      } catch {
        // An alert shows it already (§8).
        return null;
      }
    },
    [dataProvider, categoryType],
  );
}
