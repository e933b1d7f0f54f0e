import { type ResourceDeclaration, itemOf, listOf } from '#src/providers/data/declaration.ts';

export const adminCategories: ResourceDeclaration = {
  name: 'admin-categories',
  screens: {
    list: '/gestione/categorie',
    create: '/gestione/categorie/nuovo',
    show: '/gestione/categorie/:id',
    edit: '/gestione/categorie/:id/modifica',
  },
  menu: { label: 'admin:menu.categories', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/categories.ts');
    return {
      list: listOf(contract.searchAdminCategories, 'rows', {
        rowId: ({ categoryId }) => categoryId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['name', 'type', 'disabled'],
        filters: ['name', 'type', 'disabled'],
        export: contract.exportAdminCategories,
      }),
      one: itemOf(contract.readAdminCategory, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminCategory, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminCategory, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['name', 'type', 'disabled'],
    };
  },
};
