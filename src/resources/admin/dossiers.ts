import { type ResourceDeclaration, itemOf, listOf } from '#src/providers/data/declaration.ts';
import { ASL, PATIENT } from '../admin-shared/references.ts';

/** The dossiers of patients. After the creation only the payer can change. */
export const adminDossiers: ResourceDeclaration = {
  name: 'admin-dossiers',
  screens: {
    list: '/gestione/pratiche',
    create: '/gestione/pratiche/nuovo',
    show: '/gestione/pratiche/scheda',
    edit: '/gestione/pratiche/modifica',
  },
  menu: { label: 'admin:menu.dossiers', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/dossiers.ts');
    const { dossierCommands } = await import('../admin-shared/dossier-commands.ts');
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
      recordCommands: dossierCommands,
      related: { resources: ['admin-patients', 'admin-vouchers'], by: 'fiscalCode' },
      references: { patientId: PATIENT, aslId: { ...ASL, own: 'operatorAslId' } },
    };
  },
};
