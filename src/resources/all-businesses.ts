import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** The businesses of which there are bills and orders, those that are closed too (rules §9). */
export const allBusinesses: ResourceDeclaration = {
  name: 'all-businesses',
  async calls() {
    const { listAllBusinesses } = await import('#contract/calls/businesses.ts');
    return {
      list: listOf(listAllBusinesses, 'businesses', { rowId: ({ businessId }) => businessId, paging: 'client' }),
    };
  },
};
