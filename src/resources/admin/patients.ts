import { type ResourceDeclaration, commandOf, itemOf, listOf } from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

/** The patients of the region, or of the operator's office. */
export const adminPatients: ResourceDeclaration = {
  name: 'admin-patients',
  screens: {
    list: adminPaths.patients,
    create: '/gestione/assistiti/nuovo',
    show: '/gestione/assistiti/scheda',
    edit: '/gestione/assistiti/modifica',
  },
  menu: { label: 'admin:menu.patients', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/patients.ts');
    return {
      list: listOf(contract.searchAdminPatients, 'rows', {
        rowId: ({ patientId }) => patientId,
        paging: 'server',
        sort: 'lastName,asc',
        size: 10,
        columns: ['fiscalCode', 'lastName', 'firstName', 'birthDate', 'status'],
        filters: ['fiscalCode', 'lastName', 'status'],
        export: contract.exportAdminPatients,
      }),
      one: itemOf(contract.readAdminPatient, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminPatient, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminPatient, 'row', (id, body) => ({ params: { id }, body })),
      related: { resources: ['admin-dossiers', 'admin-vouchers'], by: 'fiscalCode' },
      fields: ['fiscalCode', 'lastName', 'firstName', 'gender', 'birthDate', 'otpMode', 'status'],
      recordCommands: [
        commandOf(contract.issueAdminPin, { when: ['otpMode', 'PIN'], isDanger: true, prints: true }),
        commandOf(contract.unlockAdminPin, { when: ['hasPin', true] }),
      ],
    };
  },
};
