import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** The manufacturers of the product search; always the whole list (§2, §7, §9). */
export const manufacturers: ResourceDeclaration = {
  name: 'manufacturers',
  async calls() {
    const { listManufacturers } = await import('#contract/calls/products.ts');
    return {
      list: listOf(listManufacturers, 'manufacturers', {
        rowId: ({ manufacturerId }) => manufacturerId,
        paging: 'client',
        sort: 'name,asc',
        query: { size: 9999 },
      }),
    };
  },
};
