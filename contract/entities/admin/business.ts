import { type Read, flag, id, integer, optional, record, text } from '../../wire.ts';

/** A company as an operator sees it. */
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
  disabled: flag,
  version: integer,
});
export type AdminBusiness = Read<typeof adminBusiness>;
