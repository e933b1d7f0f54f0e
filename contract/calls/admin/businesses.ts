import * as z from 'zod/mini';
import { adminBusiness } from '../../entities/admin/business.ts';
import { shortText, yesNo } from '../../request.ts';
import { commandCall, createCall, lookupCalls, updateCall } from './define.ts';
import { cancelCode, companyFiscalCode, disabled, email, longText, vat, version, webAddress } from './fields.ts';

const resource = { name: 'businesses', access: ['REGION'], row: adminBusiness } as const;
const fields = {
  companyName: shortText,
  vat,
  fiscalCode: companyFiscalCode,
  address: longText,
  phone: z.optional(shortText),
  email: z.optional(email),
  workingHours: z.optional(longText),
  web: z.optional(webAddress),
  disabled,
};

export const {
  search: searchAdminBusinesses,
  exportRows: exportAdminBusinesses,
  read: readAdminBusiness,
} = lookupCalls(resource, {
  filters: { companyName: z.optional(shortText), vat: z.optional(shortText), disabled: z.optional(yesNo) },
  sorts: ['companyName', 'vat'],
});
export const createAdminBusiness = createCall(resource, z.strictObject(fields));
export const updateAdminBusiness = updateCall(resource, z.strictObject({ ...fields, version }));

export const setAdminCancelCode = commandCall(
  resource,
  'setCancelCode',
  'sets the cancellation code and replaces a former one.',
  z.strictObject({ version, code: cancelCode }),
);
export const removeAdminCancelCode = commandCall(
  resource,
  'removeCancelCode',
  'removes the cancellation code.',
  z.strictObject({ version }),
);
