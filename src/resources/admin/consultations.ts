import { type ResourceDeclaration, listOf } from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

/** Accesses to patient data. They have their own page. */
export const adminConsultations: ResourceDeclaration = {
  name: 'admin-consultations',
  screens: { list: adminPaths.accessLog },
  menu: { label: 'admin:menu.accessLog', parent: 'adminPatients' },
  isConfidential: true,
  async calls() {
    const contract = await import('#contract/calls/admin/consultations.ts');
    return {
      list: listOf(contract.searchConsultations, 'rows', {
        rowId: ({ entryId }) => entryId,
        paging: 'server',
        size: 10,
        needs: ['fiscalCode'],
        tellsFailures: true,
      }),
      otherCalls: [contract.downloadConsultations, contract.downloadPatientData],
    };
  },
};
