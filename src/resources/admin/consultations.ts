import { type ResourceDeclaration, listOf } from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

/** Who saw or changed a patient's data. Its screen is a page of its own. */
export const adminConsultations: ResourceDeclaration = {
  name: 'admin-consultations',
  screens: { list: adminPaths.accessLog },
  menu: { label: 'admin:menu.accessLog', parent: 'adminPatients', onlyFor: 'OPERATOR' },
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
      files: [contract.downloadConsultations, contract.downloadPatientData],
    };
  },
};
