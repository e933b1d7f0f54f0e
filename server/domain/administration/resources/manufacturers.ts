import * as calls from '#contract/calls/admin/manufacturers.ts';
import { defineAdminResource } from '../admin-resource.ts';
import { isDisabled, startsWith } from '../conditions.ts';
import { asPeopleSort } from '../../sorting.ts';

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
