import * as z from 'zod/mini';
import { adminAsl } from '../../entities/admin/asl.ts';
import { shortText } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { version } from './fields.ts';

const resource = { name: 'asl', access: ['REGION'], row: adminAsl } as const;
const fields = { code: shortText, name: shortText };

export const {
  search: searchAdminAsl,
  exportRows: exportAdminAsl,
  read: readAdminAsl,
} = lookupCalls(resource, {
  filters: { code: z.optional(shortText), name: z.optional(shortText) },
  sorts: ['code', 'name'],
});
export const createAdminAsl = createCall(resource, z.strictObject(fields));
export const updateAdminAsl = updateCall(resource, z.strictObject({ ...fields, version }));
