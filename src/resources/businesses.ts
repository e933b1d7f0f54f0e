import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** The businesses of the store locator, and the user's own businesses (§4, §7). */
export const businesses: ResourceDeclaration = {
  name: 'businesses',
  screens: { list: paths.storeLocator },
  async calls() {
    const { switchBusiness } = await import('#contract/calls/authentication.ts');
    const { listBusinesses, listMyBusinesses, readMyBusiness } = await import('#contract/calls/businesses.ts');
    return {
      list: listOf(listBusinesses, 'businesses', { rowId: ({ businessId }) => businessId, paging: 'client' }),
      otherCalls: [listMyBusinesses, readMyBusiness, switchBusiness],
    };
  },
};
