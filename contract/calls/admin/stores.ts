import * as z from 'zod/mini';
import { adminStore } from '../../entities/admin/store.ts';
import { requestId, shortText, yesNo } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, latitude, longText, longitude, version } from './fields.ts';

const resource = { name: 'stores', access: ['REGION'], row: adminStore } as const;
const fields = {
  code: shortText,
  districtCode: shortText,
  name: shortText,
  address: longText,
  streetNumber: shortText,
  city: shortText,
  latitude,
  longitude,
  disabled,
};

export const {
  search: searchAdminStores,
  exportRows: exportAdminStores,
  read: readAdminStore,
} = lookupCalls(resource, {
  filters: {
    name: z.optional(shortText),
    code: z.optional(shortText),
    city: z.optional(shortText),
    businessId: z.optional(requestId),
    disabled: z.optional(yesNo),
  },
  sorts: ['name', 'code', 'city'],
});
export const createAdminStore = createCall(resource, z.strictObject({ businessId: requestId, ...fields }));
/** A store never changes its business, because its purchases, orders and bills belong to that business. */
export const updateAdminStore = updateCall(resource, z.strictObject({ ...fields, version }));
