import { sql } from 'kysely';
import * as calls from '#contract/calls/admin/stores.ts';
import { asPeopleSort } from '#server/database/queries.ts';
import { defineAdminResource, isDisabled, isRow, startsWith } from '../admin-resource.ts';

export const stores = defineAdminResource({
  calls: {
    search: calls.searchAdminStores,
    exportRows: calls.exportAdminStores,
    read: calls.readAdminStore,
    create: calls.createAdminStore,
    update: calls.updateAdminStore,
  },
  table: 'store',
  id: { field: 'storeId', column: 'store_id' },
  columns: {
    businessId: 'business_id',
    code: 'code',
    districtCode: 'district_code',
    name: 'name',
    address: 'address',
    streetNumber: 'street_number',
    city: 'city',
    latitude: 'latitude',
    longitude: 'longitude',
  },
  shown: {
    businessName: sql`(select company_name from business where business.business_id = store.business_id)`,
    businessVat: sql`(select vat from business where business.business_id = store.business_id)`,
  },
  references: { businessVat: { field: 'businessId', table: 'business', key: 'vat' } },
  filters: {
    name: startsWith('name'),
    code: startsWith('code'),
    city: startsWith('city'),
    businessId: isRow('business_id'),
    disabled: isDisabled('store'),
  },
  sorts: { name: asPeopleSort('name'), code: asPeopleSort('code'), city: asPeopleSort('city') },
  sort: 'name,asc',
  notFound: 'STORE_NOT_FOUND',
  fileName: 'punti-vendita',
});
