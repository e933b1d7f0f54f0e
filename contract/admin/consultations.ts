import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { file, leftOut, pagination } from '../entities/shared.ts';
import { dateEnd, dateStart, described, page, shortText, size } from '../request.ts';
import { enumOf, listOf, optional, type Read, record, text, timestamp } from '../wire.ts';
import { companyName, personFiscalCode } from './fields.ts';

export const ACCESS_KINDS = ['CONSULTATION', 'CHANGE'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** What a user or the server did with a patient's data. OTHER has no wording of its own: `operation` names it. */
export const ACCESS_ACTIONS = [
  'ACCESS_LOG_HANDED_OUT',
  'ACCESS_LOG_READ',
  'BALANCE_READ',
  'BILL_MADE',
  'CANCELLATION_CHECKED',
  'CART_CHANGED',
  'CART_CHECKED',
  'CART_OPENED',
  'CART_READ',
  'CART_RECREATED',
  'DATA_HANDED_OUT',
  'DOSSIER_APPROVED',
  'DOSSIER_CHANGED',
  'DOSSIER_READ',
  'DOSSIER_REVOKED',
  'LIST_EXPORTED',
  'ORDER_MADE',
  'OTHER',
  'PAPER_SWAPPED',
  'PATIENT_CHANGED',
  'PATIENT_FOUND',
  'PATIENT_READ',
  'PIN_ISSUED',
  'PIN_LOCKED',
  'PIN_REFUSED',
  'PIN_UNLOCKED',
  'PURCHASES_READ',
  'PURCHASE_CANCELLED',
  'PURCHASE_CHECKED',
  'PURCHASE_MADE',
  'RECEIPT_MADE',
  'VOUCHER_CHANGED',
  'VOUCHER_READ',
  'VOUCHER_REVOKED',
] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/** One access to a patient's data: who, when and where. An entry without a user is an action of the server. */
export const accessEntry = record({
  entryId: text,
  at: timestamp,
  kind: enumOf(ACCESS_KINDS),
  action: enumOf(ACCESS_ACTIONS),
  /** The name of the call, or the action in the audit. */
  operation: text,
  userName: optional(text),
  username: optional(text),
  aslName: optional(text),
  companyName: optional(text),
  storeName: optional(text),
});
export type AccessEntry = Read<typeof accessEntry>;

const access = ['OPERATOR'] as const;
const path = '/api/v1/extra/admin/consultations';
const search = {
  fiscalCode: personFiscalCode,
  dateStart,
  dateEnd,
  user: z.optional(
    described(shortText, { description: 'How the last name or the username of a user begins.', example: 'anna' }),
  ),
  companyName: z.optional(companyName),
};

export const searchConsultations = defineCall({
  name: 'admin-consultations.search',
  method: 'POST',
  path: `${path}/search`,
  summary:
    "Extra: who saw or changed a patient's data in a period, oldest first. Reading it is recorded as a consultation.",
  access,
  rate: 'search',
  // In the body, because no URL may contain patient data.
  searchesByBody: true,
  body: z.strictObject({ ...search, page, size }),
  answer: record({ rows: listOf(accessEntry), pagination, leftOut }),
});

export const downloadConsultations = defineCall({
  name: 'admin-consultations.download',
  method: 'POST',
  path: `${path}/pdf`,
  summary: 'Extra: the same as a PDF for the patient.',
  access,
  searchesByBody: true,
  body: z.strictObject(search),
  answer: file,
});

export const downloadPatientData = defineCall({
  name: 'admin-consultations.downloadData',
  method: 'POST',
  path: `${path}/data`,
  summary: 'Extra: all that is stored on a patient, as JSON. Reading it is recorded as a consultation.',
  access,
  way: 'office',
  body: z.strictObject({ fiscalCode: personFiscalCode }),
  answer: file,
});
