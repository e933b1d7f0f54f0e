import { type ResourceDeclaration, listOf } from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

/** Closed months. They have their own page. */
export const adminClosings: ResourceDeclaration = {
  name: 'admin-closings',
  screens: { list: adminPaths.closings },
  menu: { label: 'admin:menu.closings', parent: 'admin' },
  async calls() {
    const contract = await import('#contract/calls/admin/closings.ts');
    return {
      list: listOf(contract.searchClosings, 'rows', {
        rowId: ({ closingId }) => closingId,
        paging: 'server',
        size: 10,
        tellsFailures: true,
      }),
      otherCalls: [contract.readMonthFigures, contract.closeMonth],
    };
  },
};
