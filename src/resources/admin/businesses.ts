import { type ResourceDeclaration, commandOf, itemOf, listOf } from '#src/providers/data/declaration.ts';

export const adminBusinesses: ResourceDeclaration = {
  name: 'admin-businesses',
  screens: {
    list: '/gestione/business',
    create: '/gestione/business/nuovo',
    show: '/gestione/business/:id',
    edit: '/gestione/business/:id/modifica',
  },
  menu: { label: 'admin:menu.businesses', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/businesses.ts');
    return {
      list: listOf(contract.searchAdminBusinesses, 'rows', {
        rowId: ({ businessId }) => businessId,
        paging: 'server',
        sort: 'companyName,asc',
        size: 10,
        columns: ['companyName', 'vat', 'address', 'phone', 'disabled'],
        filters: ['companyName', 'vat', 'disabled'],
        export: contract.exportAdminBusinesses,
      }),
      one: itemOf(contract.readAdminBusiness, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminBusiness, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminBusiness, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['companyName', 'vat', 'fiscalCode', 'address', 'phone', 'email', 'workingHours', 'web', 'disabled'],
      recordCommands: [
        commandOf(contract.setAdminCancelCode, { fields: ['code'] }),
        commandOf(contract.removeAdminCancelCode, { when: ['hasCancelCode', true], isDanger: true }),
      ],
    };
  },
};
