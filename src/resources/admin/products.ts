import { type ResourceDeclaration, itemOf, listOf } from '#src/providers/data/declaration.ts';

export const adminProducts: ResourceDeclaration = {
  name: 'admin-products',
  screens: {
    list: '/gestione/prodotti',
    create: '/gestione/prodotti/nuovo',
    show: '/gestione/prodotti/:id',
    edit: '/gestione/prodotti/:id/modifica',
  },
  menu: { label: 'admin:menu.products', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/products.ts');
    return {
      list: listOf(contract.searchAdminProducts, 'rows', {
        rowId: ({ productId }) => productId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['name', 'ean1', 'refPrice', 'manufacturerName', 'categoryType', 'disabled'],
        filters: ['name', 'ean1', 'manufacturerId', 'categoryType', 'disabled'],
        export: contract.exportAdminProducts,
      }),
      one: itemOf(contract.readAdminProduct, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminProduct, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminProduct, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['name', 'ean1', 'pharmacyCode', 'refPrice', 'manufacturerId', 'categoryType', 'categoryIds', 'disabled'],
      references: {
        manufacturerId: { resource: 'admin-manufacturers', labels: ['name'], search: 'name' },
        categoryIds: { resource: 'admin-categories', labels: ['name'], search: 'name' },
      },
    };
  },
};
