import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** The purchases of a period that can be ordered: not in an AMC order and not cancelled (§2, §7, §9). */
export const orderablePurchases: ResourceDeclaration = {
  name: 'orderable-purchases',
  async calls() {
    const { searchPurchases } = await import('#contract/calls/purchases.ts');
    return {
      list: listOf(searchPurchases, 'purchases', {
        rowId: ({ purchaseId }) => purchaseId,
        paging: 'server',
        sort: 'createTime,desc',
        size: 20,
        sizes: [20],
        query: { excludeAmc: true, purchaseStatusList: 'ACTIVE' },
        needs: ['dateStart', 'dateEnd'],
        tellsFailures: true,
      }),
    };
  },
};
