import * as z from 'zod/mini';
import { adminBusiness } from '../../entities/admin/business.ts';
import { described, shortText } from '../../request.ts';
import { commandCall, createCall, lookupCalls, updateCall } from './define.ts';
import {
  cancelCode,
  companyFiscalCode,
  companyName,
  disabled,
  email,
  isDisabled,
  longText,
  vat,
  version,
  webAddress,
} from './fields.ts';

const resource = { name: 'businesses', access: ['REGION'], row: adminBusiness } as const;
const fields = {
  companyName,
  vat,
  fiscalCode: companyFiscalCode,
  address: described(longText, { description: 'Street and number.', example: 'Via Roma 1, Cagliari' }),
  phone: z.optional(described(shortText, { description: 'Telephone number.', example: '070 000000' })),
  email: z.optional(email),
  workingHours: z.optional(described(longText, { description: 'Opening hours.', example: 'lun–sab 9:00–20:00' })),
  web: z.optional(webAddress),
  disabled,
};

export const {
  search: searchAdminBusinesses,
  exportRows: exportAdminBusinesses,
  read: readAdminBusiness,
} = lookupCalls(resource, {
  filters: {
    companyName: z.optional(companyName),
    vat: z.optional(described(shortText, { description: 'VAT number, or how it begins.', example: '90001371300' })),
    disabled: isDisabled,
  },
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
