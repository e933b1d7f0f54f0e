import * as calls from '#contract/calls/admin/asl.ts';
import { asPeopleSort } from '#server/database/queries.ts';
import { defineAdminResource, startsWith } from '../admin-resource.ts';

export const asl = defineAdminResource({
  calls: {
    search: calls.searchAdminAsl,
    exportRows: calls.exportAdminAsl,
    read: calls.readAdminAsl,
    create: calls.createAdminAsl,
    update: calls.updateAdminAsl,
  },
  table: 'asl',
  id: { field: 'aslId', column: 'asl_id' },
  columns: { code: 'code', name: 'name' },
  filters: { code: startsWith('code'), name: startsWith('name') },
  sorts: { code: asPeopleSort('code'), name: asPeopleSort('name') },
  sort: 'name,asc',
  notFound: 'ASL_NOT_FOUND',
  fileName: 'aziende-sanitarie',
});
