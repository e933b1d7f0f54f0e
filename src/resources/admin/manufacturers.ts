import { type ResourceDeclaration, itemOf, listOf } from '#src/providers/data/declaration.ts';

export const adminManufacturers: ResourceDeclaration = {
  name: 'admin-manufacturers',
  screens: {
    list: '/gestione/produttori',
    create: '/gestione/produttori/nuovo',
    show: '/gestione/produttori/:id',
    edit: '/gestione/produttori/:id/modifica',
  },
  menu: { label: 'admin:menu.manufacturers', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/manufacturers.ts');
    return {
      list: listOf(contract.searchAdminManufacturers, 'rows', {
        rowId: ({ manufacturerId }) => manufacturerId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['name', 'disabled'],
        filters: ['name', 'disabled'],
        export: contract.exportAdminManufacturers,
      }),
      one: itemOf(contract.readAdminManufacturer, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminManufacturer, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminManufacturer, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['name', 'disabled'],
    };
  },
};
