import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import { paths } from '#src/providers/paths.ts';

/** A check and an execute of a cart create a purchase; another pair cancels it. Newest first (§7, §9). */
export const purchases: ResourceDeclaration = {
  name: 'purchases',
  screens: { list: paths.purchaseHistory },
  menu: { label: 'common:navigation.purchases', parent: 'patients' },
  async calls() {
    const contract = await import('#contract/calls/purchases.ts');
    return {
      list: listOf(contract.searchPurchases, 'purchases', {
        rowId: ({ purchaseId }) => purchaseId,
        paging: 'server',
        sort: 'createTime,desc',
        sizes: PAGE_SIZES,
      }),
      otherCalls: [
        contract.checkPurchase,
        contract.executePurchase,
        contract.checkCancellation,
        contract.executeCancellation,
        contract.readPurchaseTotals,
        contract.downloadReceipt,
        contract.downloadRollReceipt,
        contract.downloadStoreTransactions,
        contract.downloadPurchases,
      ],
    };
  },
};
