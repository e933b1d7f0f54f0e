import { sql } from 'kysely';
import * as calls from '#contract/calls/admin/businesses.ts';
import { asPeopleSort } from '#server/database/queries.ts';
import { codeStartsWith, defineAdminResource, isDisabled, startsWith } from '../admin-resource.ts';

export const businesses = defineAdminResource({
  calls: {
    search: calls.searchAdminBusinesses,
    exportRows: calls.exportAdminBusinesses,
    read: calls.readAdminBusiness,
    create: calls.createAdminBusiness,
    update: calls.updateAdminBusiness,
  },
  table: 'business',
  id: { field: 'businessId', column: 'business_id' },
  columns: {
    companyName: 'company_name',
    vat: 'vat',
    fiscalCode: 'fiscal_code',
    address: 'address',
    phone: 'phone',
    email: 'email',
    workingHours: 'working_hours',
    web: 'web',
  },
  shown: { hasCancelCode: sql`cancel_code_hash is not null` },
  filters: {
    companyName: startsWith('company_name'),
    vat: codeStartsWith('vat'),
    disabled: isDisabled('business'),
  },
  sorts: { companyName: asPeopleSort('company_name'), vat: 'vat' },
  sort: 'companyName,asc',
  notFound: 'BUSINESS_NOT_FOUND',
  fileName: 'esercenti',
});
