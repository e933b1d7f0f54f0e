import { useDataProvider } from '@refinedev/core';
import { useCallback } from 'react';
import type { Product } from '#contract/entities/product.ts';
import type { Money } from '#contract/rules/money.ts';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/page-sizes.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { NO_CRITERIA, codeSearchOf, productFilters } from './product-criteria.ts';

interface FoundProducts {
  readonly products: readonly Product[];
  /** Euro: the price in the code of a weighed pack. */
  readonly price?: Money | undefined;
}

/** The products of a code, or null if the server does not answer. */
type ProductLookup = (code: string) => Promise<FoundProducts | null>;

const NOTHING: FoundProducts = { products: [] };

/**
 * Looks up a scanned code with the product search's list call. A code that is not found is tried once more: with a
 * leading 0 (§5), or without the price of a weighed pack. Never rejects.
 */
export function useProductLookup(categoryType: string | undefined): ProductLookup {
  const dataProvider = useDataProvider();
  return useCallback(
    async (code) => {
      if (refuseOffline()) return null;
      const { codes = [], price } = codeSearchOf(code) ?? {};
      try {
        for (const ean of codes) {
          const { data } = await dataProvider().getList<Product>({
            resource: 'products',
            pagination: { currentPage: 1, pageSize: DEFAULT_PAGE_SIZE },
            filters: productFilters({ ...NO_CRITERIA, ean }, categoryType),
          });
          if (data.length > 0) return { products: data, price: ean === codes.at(-1) ? price : undefined };
        }
        return NOTHING;
      } catch {
        // An alert shows it already (§8).
        return null;
      }
    },
    [dataProvider, categoryType],
  );
}
