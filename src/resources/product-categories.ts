import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** The categories of the product search; always the whole list (§2, §7, §9). */
export const productCategories: ResourceDeclaration = {
  name: 'product-categories',
  async calls() {
    const { listCategories } = await import('#contract/calls/products.ts');
    return {
      list: listOf(listCategories, 'categories', {
        rowId: ({ categoryId }) => categoryId,
        paging: 'client',
        sort: 'name,asc',
        query: { size: 9999 },
      }),
    };
  },
};
