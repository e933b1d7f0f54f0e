import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

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
        size: 5,
        sizes: [5, 10, 20],
      }),
    };
  },
};
