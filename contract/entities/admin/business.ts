import { flag, id, integer, optional, record, text } from '../../wire.ts';

/** A company as an operator sees it. `hasCancelCode` tells whether a cancellation needs the cancellation code. */
export const adminBusiness = record({
  businessId: id,
  companyName: text,
  vat: text,
  fiscalCode: text,
  address: text,
  phone: optional(text),
  email: optional(text),
  workingHours: optional(text),
  web: optional(text),
  hasCancelCode: flag,
  disabled: flag,
  version: integer,
});
