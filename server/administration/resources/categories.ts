import * as calls from '#contract/calls/admin/categories.ts';
import { asPeopleSort } from '#server/database/queries.ts';
import { defineAdminResource, isDisabled, isEqual, startsWith } from '../admin-resource.ts';

export const categories = defineAdminResource({
  calls: {
    search: calls.searchAdminCategories,
    exportRows: calls.exportAdminCategories,
    read: calls.readAdminCategory,
    create: calls.createAdminCategory,
    update: calls.updateAdminCategory,
  },
  table: 'category',
  id: { field: 'categoryId', column: 'category_id' },
  columns: { name: 'name', type: 'type' },
  filters: { name: startsWith('name'), type: isEqual('type'), disabled: isDisabled('category') },
  sorts: { name: asPeopleSort('name') },
  sort: 'name,asc',
  notFound: 'CATEGORY_NOT_FOUND',
  fileName: 'categorie',
});
