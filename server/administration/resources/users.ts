import { sql } from 'kysely';
import { adminUsers } from '#contract/admin/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { isAnonymousUser } from '#server/reference/anonymise-users.ts';
import { mapResource } from '../admin-resource.ts';

export const users = mapResource(
  adminUsers,
  {
    businessId: (id) => sql`user_id in (select user_id from user_business where business_id = ${id})`,
  },
  {
    table: 'app_user',
    // Tills have a user each, which is nobody's row here.
    only: sql`not exists (select from till where till.user_id = app_user.user_id)`,
    links: { businessIds: { table: 'user_business', own: 'user_id', other: 'business_id' } },
    shown: {
      aslName: sql`(select name from asl where asl.asl_id = app_user.asl_id)`,
      aslCode: sql`(select code from asl where asl.asl_id = app_user.asl_id)`,
      businessNames: sql`array(select company_name from user_business join business using (business_id)
      where user_business.user_id = app_user.user_id order by business_id)`,
      businessVats: sql`array(select vat from user_business join business using (business_id)
      where user_business.user_id = app_user.user_id order by business_id)`,
    },
    // Who is anonymous stays so: another name would get this user's records.
    verify(_source, _principal, _values, before) {
      return isAnonymousUser(before?.username) ? Promise.reject(new DomainError('NOT_POSSIBLE')) : Promise.resolve();
    },
    // Of two operators who change each other, one waits for the other.
    lockedFirst: (id, { userId }) => ({
      table: 'app_user',
      key: 'user_id',
      which: sql`user_id in (${id}, ${userId})`,
      strength: 'update',
    }),
    references: {
      aslCode: { field: 'aslId', table: 'asl', key: 'code' },
      businessVats: { field: 'businessIds', table: 'business', key: 'vat' },
    },
  },
);
