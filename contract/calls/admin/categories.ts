import * as z from 'zod/mini';
import { adminCategory } from '../../entities/admin/category.ts';
import { described, dossierType, shortText } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, isDisabled, version } from './fields.ts';

const resource = { name: 'categories', access: ['REGION'], row: adminCategory } as const;
const name = described(shortText, { description: 'Name of a category; in a search, how it begins.', example: 'pane' });
const fields = { name, disabled };

export const {
  search: searchAdminCategories,
  exportRows: exportAdminCategories,
  read: readAdminCategory,
} = lookupCalls(resource, {
  filters: {
    name: z.optional(name),
    type: z.optional(dossierType),
    disabled: isDisabled,
  },
  sorts: ['name'],
});
export const createAdminCategory = createCall(resource, z.strictObject({ ...fields, type: dossierType }));
/** The kind of a category never changes, because its products are of that kind. */
export const updateAdminCategory = updateCall(resource, z.strictObject({ ...fields, version }));
