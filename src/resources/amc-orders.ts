import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** Orders for the central purchasing body, created from purchases. Searched by period, newest first (§2, §7, §9). */
export const amcOrders: ResourceDeclaration = {
  name: 'amc-orders',
  screens: { list: paths.amcOrderSummary, create: paths.amcOrders },
  menu: { label: 'common:page.amcOrderSummary', createLabel: 'common:page.amcOrders' },
  async calls() {
    const contract = await import('#contract/calls/amc-orders.ts');
    return {
      list: listOf(contract.searchAmcOrders, 'orders', {
        rowId: ({ amcOrderId }) => amcOrderId,
        paging: 'server',
        sort: 'createTime,desc',
        size: 20,
        tellsFailures: true,
      }),
      otherCalls: [
        contract.readAmcOrderTotals,
        contract.previewAmcOrders,
        contract.createAmcOrders,
        contract.downloadAmcOrderCsv,
        contract.downloadAmcOrderPdf,
        contract.downloadAmcOrdersCsv,
        contract.downloadAmcOrdersPdf,
      ],
    };
  },
};
