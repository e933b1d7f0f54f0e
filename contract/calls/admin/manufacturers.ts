import * as z from 'zod/mini';
import { adminManufacturer } from '../../entities/admin/manufacturer.ts';
import { shortText, yesNo } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, version } from './fields.ts';

const resource = { name: 'manufacturers', access: ['REGION'], row: adminManufacturer } as const;
const fields = { name: shortText, disabled };

export const {
  search: searchAdminManufacturers,
  exportRows: exportAdminManufacturers,
  read: readAdminManufacturer,
} = lookupCalls(resource, {
  filters: { name: z.optional(shortText), disabled: z.optional(yesNo) },
  sorts: ['name'],
});
export const createAdminManufacturer = createCall(resource, z.strictObject(fields));
export const updateAdminManufacturer = updateCall(resource, z.strictObject({ ...fields, version }));
