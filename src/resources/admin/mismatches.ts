import { type ResourceDeclaration, listOf } from '#src/providers/data/declaration.ts';

/** What does not match in a month, which the page of the closings also shows. */
export const adminMismatches: ResourceDeclaration = {
  name: 'admin-mismatches',
  async calls() {
    const contract = await import('#contract/calls/admin/closings.ts');
    return {
      list: listOf(contract.searchMonthMismatches, 'rows', {
        rowId: ({ kind, purchaseId = '', amcOrderId = '' }) => `${kind} ${purchaseId} ${amcOrderId}`,
        paging: 'server',
        size: 10,
        needs: ['aslId', 'month'],
        tellsFailures: true,
      }),
    };
  },
};
