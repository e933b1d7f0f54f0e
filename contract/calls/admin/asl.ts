import * as z from 'zod/mini';
import { adminAsl } from '../../entities/admin/asl.ts';
import { described, shortText } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { version } from './fields.ts';

const resource = { name: 'asl', access: ['REGION'], row: adminAsl } as const;
const fields = {
  code: described(shortText, {
    description: 'Code of a health authority; in a search, how it begins.',
    example: '208',
  }),
  name: described(shortText, {
    description: 'Name of a health authority; in a search, how it begins.',
    example: 'ASL',
  }),
};

export const {
  search: searchAdminAsl,
  exportRows: exportAdminAsl,
  read: readAdminAsl,
} = lookupCalls(resource, {
  filters: { code: z.optional(fields.code), name: z.optional(fields.name) },
  sorts: ['code', 'name'],
});
export const createAdminAsl = createCall(resource, z.strictObject(fields));
export const updateAdminAsl = updateCall(resource, z.strictObject({ ...fields, version }));
