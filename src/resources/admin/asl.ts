import { type ResourceDeclaration, itemOf, listOf } from '#src/providers/data/declaration.ts';

export const adminAsl: ResourceDeclaration = {
  name: 'admin-asl',
  screens: {
    list: '/gestione/asl',
    create: '/gestione/asl/nuovo',
    show: '/gestione/asl/:id',
    edit: '/gestione/asl/:id/modifica',
  },
  menu: { label: 'admin:menu.asl', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/asl.ts');
    return {
      list: listOf(contract.searchAdminAsl, 'rows', {
        rowId: ({ aslId }) => aslId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['code', 'name'],
        filters: ['code', 'name'],
        export: contract.exportAdminAsl,
      }),
      one: itemOf(contract.readAdminAsl, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminAsl, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminAsl, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['code', 'name'],
    };
  },
};
