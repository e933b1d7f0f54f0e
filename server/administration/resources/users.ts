import { sql } from 'kysely';
import * as calls from '#contract/calls/admin/users.ts';
import { asPeopleSort, toRowId } from '#server/database/queries.ts';
import { defineAdminResource, isDisabled, isEqual, isRow, startsWith } from '../admin-resource.ts';

export const users = defineAdminResource({
  calls: {
    search: calls.searchAdminUsers,
    exportRows: calls.exportAdminUsers,
    read: calls.readAdminUser,
    create: calls.createAdminUser,
    update: calls.updateAdminUser,
  },
  table: 'app_user',
  id: { field: 'userId', column: 'user_id' },
  columns: {
    username: 'username',
    firstName: 'first_name',
    lastName: 'last_name',
    profile: 'profile',
    aslId: 'asl_id',
  },
  links: { businessIds: { table: 'user_business', own: 'user_id', other: 'business_id' } },
  shown: {
    aslName: sql`(select name from asl where asl.asl_id = app_user.asl_id)`,
    aslCode: sql`(select code from asl where asl.asl_id = app_user.asl_id)`,
    businessNames: sql`array(select company_name from user_business join business using (business_id)
      where user_business.user_id = app_user.user_id order by business_id)`,
    businessVats: sql`array(select vat from user_business join business using (business_id)
      where user_business.user_id = app_user.user_id order by business_id)`,
  },
  references: {
    aslCode: { field: 'aslId', table: 'asl', key: 'code' },
    businessVats: { field: 'businessIds', table: 'business', key: 'vat' },
  },
  filters: {
    username: startsWith('username'),
    lastName: startsWith('last_name'),
    profile: isEqual('profile'),
    aslId: isRow('asl_id'),
    businessId: (id) => sql`user_id in (select user_id from user_business where business_id = ${toRowId(id)})`,
    disabled: isDisabled('app_user'),
  },
  sorts: { username: asPeopleSort('username'), lastName: asPeopleSort('last_name') },
  sort: 'lastName,asc',
  notFound: 'USER_NOT_FOUND',
  fileName: 'utenti',
});
