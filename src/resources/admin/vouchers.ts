import { type ResourceDeclaration, commandOf, itemOf, listOf } from '#src/providers/data/declaration.ts';
import { ASL } from '../admin-shared/references.ts';

/** The vouchers of dossiers, read-only. */
export const adminVouchers: ResourceDeclaration = {
  name: 'admin-vouchers',
  screens: { list: '/gestione/buoni', show: '/gestione/buoni/scheda' },
  menu: { label: 'admin:menu.vouchers', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/vouchers.ts');
    return {
      list: listOf(contract.searchAdminVouchers, 'rows', {
        rowId: ({ voucherId }) => voucherId,
        paging: 'server',
        sort: 'voucherId,desc',
        size: 10,
        columns: ['code', 'fiscalCode', 'patientName', 'month', 'initialAmount', 'residualAmount', 'status'],
        filters: ['code', 'fiscalCode', 'aslId', 'month', 'status'],
        export: contract.exportAdminVouchers,
      }),
      one: itemOf(contract.readAdminVoucher, 'row', (id) => ({ params: { id } })),
      related: { resources: ['admin-patients', 'admin-dossiers'], by: 'fiscalCode' },
      recordCommands: [commandOf(contract.revokeAdminVoucher, { when: ['status', 'ENABLED'], isDanger: true })],
      references: {
        aslId: ASL,
      },
    };
  },
};
