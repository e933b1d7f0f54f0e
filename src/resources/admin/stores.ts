import { type ResourceDeclaration, itemOf, listOf } from '#src/providers/data/declaration.ts';
import { BUSINESS } from '../admin-shared/references.ts';

const PLACE = ['businessId', 'code', 'name', 'address', 'streetNumber', 'city', 'districtCode'];

export const adminStores: ResourceDeclaration = {
  name: 'admin-stores',
  screens: {
    list: '/gestione/punti-vendita',
    create: '/gestione/punti-vendita/nuovo',
    show: '/gestione/punti-vendita/:id',
    edit: '/gestione/punti-vendita/:id/modifica',
  },
  menu: { label: 'admin:menu.stores', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/stores.ts');
    return {
      list: listOf(contract.searchAdminStores, 'rows', {
        rowId: ({ storeId }) => storeId,
        paging: 'server',
        sort: 'name,asc',
        size: 10,
        columns: ['code', 'name', 'businessName', 'city', 'disabled'],
        filters: ['name', 'code', 'city', 'businessId', 'disabled'],
        export: contract.exportAdminStores,
      }),
      one: itemOf(contract.readAdminStore, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminStore, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminStore, 'row', (id, body) => ({ params: { id }, body })),
      fields: [...PLACE, 'latitude', 'longitude', 'disabled'],
      references: {
        businessId: BUSINESS,
      },
    };
  },
};
