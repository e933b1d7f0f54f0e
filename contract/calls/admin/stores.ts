import * as z from 'zod/mini';
import { adminStore } from '../../entities/admin/store.ts';
import { businessId, described, shortText } from '../../request.ts';
import { createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, isDisabled, latitude, longText, longitude, version } from './fields.ts';

const resource = { name: 'stores', access: ['REGION'], row: adminStore } as const;
const fields = {
  code: described(shortText, { description: 'Code of a store; in a search, how it begins.', example: 'PV0001' }),
  districtCode: described(shortText, { description: 'Code of the health district.', example: '208-B354' }),
  name: described(shortText, { description: 'Name of a store; in a search, how it begins.', example: 'Farmacia' }),
  address: described(longText, { description: 'Street.', example: 'Via Roma' }),
  streetNumber: described(shortText, { description: 'Number in the street.', example: '7' }),
  city: described(shortText, { description: 'City of a store; in a search, how it begins.', example: 'Cagliari' }),
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
    name: z.optional(fields.name),
    code: z.optional(fields.code),
    city: z.optional(fields.city),
    businessId: z.optional(businessId),
    disabled: isDisabled,
  },
  sorts: ['name', 'code', 'city'],
});
export const createAdminStore = createCall(resource, z.strictObject({ businessId, ...fields }));
/** A store never changes its business, because its purchases, orders and bills belong to that business. */
export const updateAdminStore = updateCall(resource, z.strictObject({ ...fields, version }));
