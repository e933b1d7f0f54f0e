import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** The points of sale of the active business (§7). */
export const stores: ResourceDeclaration = {
  name: 'stores',
  async calls() {
    const { listMyStores } = await import('#contract/calls/stores.ts');
    return {
      list: listOf(listMyStores, 'stores', { rowId: ({ storeId }) => storeId, paging: 'client', sort: 'storeId' }),
    };
  },
};
