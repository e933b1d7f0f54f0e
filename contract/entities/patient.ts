import { type Read, date, enumOf, id, optional, optionalListOf, record, text } from '../wire.ts';
import { categoryType } from './category.ts';
import { dossier } from './dossier.ts';
import { voucher } from './voucher.ts';

export const OTP_MODES = ['PIN', 'NONE'] as const;
export type OtpMode = (typeof OTP_MODES)[number];
export const GENDERS = ['M', 'F'] as const;
export type Gender = (typeof GENDERS)[number];
export const PATIENT_STATUSES = ['ENABLED', 'DISABLED'] as const;
export type PatientStatus = (typeof PATIENT_STATUSES)[number];

/** A row of the patient search: one patient with one dossier and its vouchers (§3, rules §4). */
export const patient = record({
  patientId: id,
  fiscalCode: text,
  firstName: optional(text),
  lastName: optional(text),
  gender: optional(enumOf(GENDERS)),
  birthDate: optional(date),
  categoryType: optional(categoryType),
  otpMode: optional(enumOf(OTP_MODES)),
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
