import { amount, date, enumOf, id, optional, optionalListOf, type Read, record, text, timestamp } from '../wire.ts';
import { categoryType } from './shared.ts';

/** The stored statuses of a voucher (§4). */
export const STORED_VOUCHER_STATUSES = ['ENABLED', 'REVOKED', 'DELETED'] as const;
export type StoredVoucherStatus = (typeof STORED_VOUCHER_STATUSES)[number];
/** The portal shows NO_VALUE for a missing voucher; the server never sends it. */
const VOUCHER_STATUSES = [...STORED_VOUCHER_STATUSES, 'NO_VALUE'] as const;

/**
 * A monthly electronic voucher (§3). Amounts in euro. `residualAmount` is an extra of our server; the portal works
 * without it.
 */
export const voucher = record({
  voucherId: id,
  code: optional(text),
  status: enumOf(VOUCHER_STATUSES),
  dateEnabled: optional(timestamp),
  dateDisabled: optional(timestamp),
  initialAmount: optional(amount),
  residualAmount: optional(amount),
});
export type Voucher = Read<typeof voucher>;

/** The stored statuses of a dossier (§4). */
export const STORED_DOSSIER_STATUSES = ['APPROVED', 'REVOKED', 'DELETED'] as const;
/** The portal shows NO_VALUE for a missing dossier; the server never sends it. */
const DOSSIER_STATUSES = [...STORED_DOSSIER_STATUSES, 'NO_VALUE'] as const;

/**
 * A patient's entitlement to dietary food (§3). `switchMonth` is an extra of our server: the first day of its electronic
 * vouchers, if it had paper ones before.
 */
const dossier = record({
  dossierId: id,
  type: optional(categoryType),
  status: enumOf(DOSSIER_STATUSES),
  switchMonth: optional(date),
});

export const OTP_MODES = ['PIN', 'NONE'] as const;
export type OtpMode = (typeof OTP_MODES)[number];
export const GENDERS = ['M', 'F'] as const;
export type Gender = (typeof GENDERS)[number];
export const PATIENT_STATUSES = ['ENABLED', 'DISABLED'] as const;

/**
 * A row of the patient search: one patient with one dossier and its vouchers (§3, rules §4). `lockedUntil` is an extra of
 * our server: the end of the lock of the patient's PIN at this business, while it is locked.
 */
export const patient = record({
  patientId: id,
  fiscalCode: text,
  firstName: optional(text),
  lastName: optional(text),
  gender: optional(enumOf(GENDERS)),
  birthDate: optional(date),
  categoryType: optional(categoryType),
  otpMode: optional(enumOf(OTP_MODES)),
  lockedUntil: optional(timestamp),
  activeVouchers: optionalListOf(voucher),
  activeDossiers: optionalListOf(dossier),
});
export type Patient = Read<typeof patient>;

/** The patient's data that a purchase includes (rules §1). */
export const purchasePatient = record({
  patientId: optional(id),
  firstName: optional(text),
  lastName: optional(text),
  fiscalCode: optional(text),
});
export type PurchasePatient = Read<typeof purchasePatient>;
