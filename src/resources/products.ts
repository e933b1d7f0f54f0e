import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { PAGE_SIZES } from '#src/providers/data/page-sizes.ts';

/** Products for vouchers (§2, §7, §9). */
export const products: ResourceDeclaration = {
  name: 'products',
  async calls() {
    const { searchProducts } = await import('#contract/calls/products.ts');
    return {
      list: listOf(searchProducts, 'products', {
        rowId: ({ productId }) => productId,
        paging: 'server',
        sort: 'name,asc',
        sizes: PAGE_SIZES,
      }),
    };
  },
};
