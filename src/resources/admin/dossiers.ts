import { type ResourceDeclaration, commandOf, itemOf, listOf } from '#src/providers/data/declaration.ts';

/** The dossiers of patients; what may be changed afterwards is who pays. */
export const adminDossiers: ResourceDeclaration = {
  name: 'admin-dossiers',
  screens: {
    list: '/gestione/pratiche',
    create: '/gestione/pratiche/nuovo',
    show: '/gestione/pratiche/scheda',
    edit: '/gestione/pratiche/modifica',
  },
  menu: { label: 'admin:menu.dossiers', parent: 'admin', onlyFor: 'OPERATOR' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/dossiers.ts');
    return {
      list: listOf(contract.searchAdminDossiers, 'rows', {
        rowId: ({ dossierId }) => dossierId,
        paging: 'server',
        sort: 'dossierId,desc',
        size: 10,
        columns: ['fiscalCode', 'patientName', 'type', 'aslName', 'monthlyAmount', 'status'],
        filters: ['fiscalCode', 'aslId', 'type', 'status'],
        export: contract.exportAdminDossiers,
      }),
      one: itemOf(contract.readAdminDossier, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminDossier, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminDossier, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['patientId', 'aslId', 'type', 'monthlyAmount', 'switchMonth'],
      recordCommands: [
        commandOf(contract.swapAdminPaper, {
          when: ['status', 'APPROVED'],
          rows: { name: 'sheets', fields: ['number', 'month', 'amount'], total: 'amount' },
        }),
        commandOf(contract.switchAdminDossier, { fields: ['month'] }),
        commandOf(contract.setAdminDossierAmount, {
          when: ['type', 'PROTEIN_FREE'],
          fields: ['month', 'monthlyAmount'],
        }),
        commandOf(contract.approveAdminDossier, { when: ['status', 'REVOKED'] }),
        commandOf(contract.revokeAdminDossier, { when: ['status', 'APPROVED'], isDanger: true }),
      ],
      related: { resources: ['admin-patients', 'admin-vouchers'], by: 'fiscalCode' },
      references: {
        patientId: {
          resource: 'admin-patients',
          labels: ['lastName', 'firstName', 'fiscalCode'],
          search: 'fiscalCode',
          leastTyped: 6,
        },
        aslId: { resource: 'admin-asl', labels: ['name'], search: 'name', own: 'operatorAslId' },
      },
    };
  },
};
