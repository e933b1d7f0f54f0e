import * as z from 'zod/mini';
import { adminManufacturer } from '../../entities/admin/manufacturer.ts';
import { described, shortText } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, isDisabled, version } from './fields.ts';

const resource = { name: 'manufacturers', access: ['REGION'], row: adminManufacturer } as const;
const name = described(shortText, {
  description: 'Name of a manufacturer; in a search, how it begins.',
  example: 'pane',
});
const fields = { name, disabled };

export const {
  search: searchAdminManufacturers,
  exportRows: exportAdminManufacturers,
  read: readAdminManufacturer,
} = lookupCalls(resource, {
  filters: { name: z.optional(name), disabled: isDisabled },
  sorts: ['name'],
});
export const createAdminManufacturer = createCall(resource, z.strictObject(fields));
export const updateAdminManufacturer = updateCall(resource, z.strictObject({ ...fields, version }));
