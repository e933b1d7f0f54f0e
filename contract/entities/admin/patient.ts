import { date, enumOf, flag, id, integer, optional, record, text, timestamp } from '../../wire.ts';
import { GENDERS, OTP_MODES, PATIENT_STATUSES } from '../patient.ts';

/** A patient as an operator sees it. `hasPin` tells whether the patient has a PIN, `pinIssueTime` when it was issued. */
export const adminPatient = record({
  patientId: id,
  fiscalCode: text,
  firstName: text,
  lastName: text,
  gender: enumOf(GENDERS),
  birthDate: date,
  otpMode: enumOf(OTP_MODES),
  hasPin: flag,
  pinIssueTime: optional(timestamp),
  status: enumOf(PATIENT_STATUSES),
  version: integer,
});
