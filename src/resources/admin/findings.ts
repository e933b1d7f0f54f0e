import { type ResourceDeclaration, listOf } from '#src/providers/data/declaration.ts';

/** Unusual spending, which the spending page also shows. */
export const adminFindings: ResourceDeclaration = {
  name: 'admin-findings',
  async calls() {
    const contract = await import('#contract/calls/admin/spending.ts');
    return {
      list: listOf(contract.searchFindings, 'rows', {
        rowId: ({ findingId }) => findingId,
        paging: 'server',
        size: 10,
        needs: ['monthStart', 'monthEnd'],
        tellsFailures: true,
      }),
    };
  },
};
