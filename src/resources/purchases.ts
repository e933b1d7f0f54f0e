import { listOf, type ResourceDeclaration } from '#src/providers/data/resource-declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** Purchases come of a check and an execute of a cart; they are listed newest first (§7, §9). */
export const purchases: ResourceDeclaration = {
  name: 'purchases',
  screens: { list: paths.purchaseHistory },
  menu: { label: 'common:page.purchases', parent: 'patients' },
  async calls() {
    const { checkPurchase, downloadReceipt, downloadStoreTransactions, executePurchase, searchPurchases } =
      await import('#contract/calls/purchases.ts');
    return {
      list: listOf(searchPurchases, 'purchases', {
        rowId: ({ purchaseId }) => purchaseId,
        paging: 'server',
        sort: 'createTime,desc',
        size: 5,
      }),
      commands: [checkPurchase, executePurchase],
      files: [downloadReceipt, downloadStoreTransactions],
    };
  },
};
