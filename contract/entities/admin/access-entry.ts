import { type Read, enumOf, optional, record, text, timestamp } from '../../wire.ts';

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
