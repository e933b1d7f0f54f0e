import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** The businesses with bills and orders, including closed ones (rules §9). */
export const allBusinesses: ResourceDeclaration = {
  name: 'all-businesses',
  async calls() {
    const { listAllBusinesses } = await import('#contract/calls/businesses.ts');
    return {
      list: listOf(listAllBusinesses, 'businesses', { rowId: ({ businessId }) => businessId, paging: 'client' }),
    };
  },
};
