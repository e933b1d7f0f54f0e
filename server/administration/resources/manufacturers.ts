import * as calls from '#contract/calls/admin/manufacturers.ts';
import { asPeopleSort } from '#server/database/queries.ts';
import { defineAdminResource, isDisabled, startsWith } from '../admin-resource.ts';

export const manufacturers = defineAdminResource({
  calls: {
    search: calls.searchAdminManufacturers,
    exportRows: calls.exportAdminManufacturers,
    read: calls.readAdminManufacturer,
    create: calls.createAdminManufacturer,
    update: calls.updateAdminManufacturer,
  },
  table: 'manufacturer',
  id: { field: 'manufacturerId', column: 'manufacturer_id' },
  columns: { name: 'name' },
  filters: { name: startsWith('name'), disabled: isDisabled('manufacturer') },
  sorts: { name: asPeopleSort('name') },
  sort: 'name,asc',
  notFound: 'MANUFACTURER_NOT_FOUND',
  fileName: 'produttori',
});
