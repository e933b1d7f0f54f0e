import { type ResourceDeclaration, commandOf, itemOf, listOf } from '#src/providers/data/declaration.ts';
import { ASL, BUSINESS } from '../admin-shared/references.ts';

/** The users of the portal and their employers. */
export const adminUsers: ResourceDeclaration = {
  name: 'admin-users',
  screens: {
    list: '/gestione/utenti',
    create: '/gestione/utenti/nuovo',
    show: '/gestione/utenti/:id',
    edit: '/gestione/utenti/:id/modifica',
  },
  menu: { label: 'admin:menu.users', parent: 'adminRegistry' },
  async calls() {
    const contract = await import('#contract/calls/admin/users.ts');
    return {
      list: listOf(contract.searchAdminUsers, 'rows', {
        rowId: ({ userId }) => userId,
        paging: 'server',
        sort: 'username,asc',
        size: 10,
        columns: ['username', 'lastName', 'firstName', 'profile', 'aslName', 'businessNames', 'disabled'],
        filters: ['username', 'lastName', 'profile', 'aslId', 'businessId', 'disabled'],
        export: contract.exportAdminUsers,
      }),
      one: itemOf(contract.readAdminUser, 'row', (id) => ({ params: { id } })),
      create: itemOf(contract.createAdminUser, 'row', (body) => ({ body })),
      update: itemOf(contract.updateAdminUser, 'row', (id, body) => ({ params: { id }, body })),
      fields: ['username', 'firstName', 'lastName', 'profile', 'aslId', 'businessIds', 'disabled'],
      recordCommands: [commandOf(contract.endAdminSessions, { isDanger: true })],
      references: {
        aslId: ASL,
        businessId: BUSINESS,
        businessIds: BUSINESS,
      },
    };
  },
};
