import * as z from 'zod/mini';
import { adminCategory } from '../../entities/admin/category.ts';
import { CATEGORY_TYPES } from '../../entities/category.ts';
import { shortText, yesNo } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, version } from './fields.ts';

const resource = { name: 'categories', access: ['REGION'], row: adminCategory } as const;
const fields = { name: shortText, disabled };

export const {
  search: searchAdminCategories,
  exportRows: exportAdminCategories,
  read: readAdminCategory,
} = lookupCalls(resource, {
  filters: {
    name: z.optional(shortText),
    type: z.optional(z.enum(CATEGORY_TYPES)),
    disabled: z.optional(yesNo),
  },
  sorts: ['name'],
});
export const createAdminCategory = createCall(resource, z.strictObject({ ...fields, type: z.enum(CATEGORY_TYPES) }));
/** The kind of a category never changes, because its products are of that kind. */
export const updateAdminCategory = updateCall(resource, z.strictObject({ ...fields, version }));
