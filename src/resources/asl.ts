import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** The local health authorities (§7). */
export const asl: ResourceDeclaration = {
  name: 'asl',
  async calls() {
    const { listAsl, readMyAsl } = await import('#contract/calls/asl.ts');
    return {
      list: listOf(listAsl, 'asls', { rowId: ({ aslId }) => aslId, paging: 'client' }),
      otherCalls: [readMyAsl],
    };
  },
};
