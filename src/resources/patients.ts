import { listOf, type ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** Patients, which are searched by fiscal code only; one row per dossier (§2, §7, rules §4). */
export const patients: ResourceDeclaration = {
  name: 'patients',
  screens: { list: paths.patientSearch },
  menu: { label: 'common:page.patients' },
  async calls() {
    const { readBalance, searchPatients } = await import('#contract/calls/patients.ts');
    return {
      list: listOf(searchPatients, 'patients', {
        rowId: ({ patientId, activeDossiers }) => [patientId, ...activeDossiers.map((d) => d.dossierId)].join('/'),
        paging: 'client',
        sort: 'lastName,firstName,asc',
        size: 5,
        query: { status: 'ENABLED', duplicateByDossier: true },
        needs: ['fiscalCode'],
      }),
      otherCalls: [readBalance],
    };
  },
};
