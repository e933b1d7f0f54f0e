import type { ResourceDeclaration } from '#src/providers/data/resource-declaration.ts';

/** Orders for the central purchasing body. Nothing can be asked of them until their calls are in the contract. */
export const amcOrders: ResourceDeclaration = {
  name: 'amc-orders',
  calls: () => Promise.resolve({}),
};
