import * as z from 'zod/mini';
import { described, shortText } from '../request.ts';
import { code, flag, text } from '../wire.ts';
import { commandCall, defineResource } from './define.ts';
import {
  cancelCode,
  companyFiscalCode,
  companyName,
  disabled,
  email,
  longText,
  maybe,
  seat,
  taxRegime,
  vat,
  version,
  webAddress,
  words,
} from './fields.ts';

/** Companies. `hasCancelCode` tells whether a cancellation needs the cancellation code. */
export const adminBusinesses = defineResource({
  name: 'businesses',
  noun: 'business',
  path: 'business',
  fileName: 'esercenti',
  access: ['REGION'],
  fields: {
    companyName: words(companyName),
    vat: {
      row: text,
      input: vat,
      filter: z.optional(
        described(shortText, { description: 'VAT number, or how it begins.', example: '90001371300' }),
      ),
      match: 'codeStart',
    },
    fiscalCode: { row: code, input: companyFiscalCode },
    address: {
      row: text,
      input: described(longText, { description: 'Street and number.', example: 'Via Roma 1, Cagliari' }),
    },
    ...seat,
    taxRegime: maybe(code, taxRegime),
    phone: maybe(text, described(shortText, { description: 'Telephone number.', example: '070 000000' })),
    email: maybe(text, email),
    workingHours: maybe(text, described(longText, { description: 'Opening hours.', example: 'lun–sab 9:00–20:00' })),
    web: maybe(text, webAddress),
    hasCancelCode: { row: flag },
    disabled,
  },
  columns: ['companyName', 'vat', 'address', 'phone', 'disabled'],
  filters: ['companyName', 'vat', 'disabled'],
  sorts: ['companyName', 'vat'],
});

export const setAdminCancelCode = commandCall(
  adminBusinesses,
  'setCancelCode',
  'sets the cancellation code and replaces a former one.',
  z.strictObject({ version, code: cancelCode }),
);
export const removeAdminCancelCode = commandCall(
  adminBusinesses,
  'removeCancelCode',
  'removes the cancellation code.',
  z.strictObject({ version }),
);
