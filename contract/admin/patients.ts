import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { PURCHASE_STATUSES } from '../calls/purchases.ts';
import { GENDERS, OTP_MODES, PATIENT_STATUSES } from '../entities/patient.ts';
import { described, requestId } from '../request.ts';
import {
  amount,
  birthDate as birthDateBlock,
  code,
  enumOf,
  flag,
  id,
  integer,
  listOf,
  month,
  optional,
  type Read,
  record,
  text,
  timestamp,
} from '../wire.ts';
import { commandCall, defineConfidentialResource, documentCall } from './define.ts';
import {
  birthDate,
  firstName,
  fiscalCodeStart,
  lastName,
  personFiscalCode,
  rowParams,
  searched,
  version,
  words,
} from './fields.ts';

/** Whether a patient may be made anonymous, or is. */
const ANONYMITIES = ['DUE', 'DONE'] as const;

/**
 * Patients. `hasPin` tells whether the patient has a PIN, `pinIssueTime` when it was issued. `anonymity` is absent
 * before its time.
 */
export const adminPatients = defineConfidentialResource({
  name: 'patients',
  noun: 'patient',
  path: 'assistiti',
  access: ['OPERATOR'],
  fields: {
    fiscalCode: { row: code, input: personFiscalCode, filter: z.optional(fiscalCodeStart), match: 'codeStart' },
    firstName: { row: text, input: firstName },
    lastName: words(lastName),
    gender: { row: enumOf(GENDERS), input: described(z.enum(GENDERS), { description: 'Gender.', example: 'F' }) },
    birthDate: { row: birthDateBlock, input: birthDate },
    otpMode: {
      row: enumOf(OTP_MODES),
      input: described(z.enum(OTP_MODES), { description: 'Whether the patient is asked for a PIN.', example: 'PIN' }),
    },
    hasPin: { row: flag },
    pinIssueTime: { row: optional(timestamp) },
    status: searched(
      enumOf(PATIENT_STATUSES),
      described(z.enum(PATIENT_STATUSES), { description: 'Status of a patient.', example: 'ENABLED' }),
    ),
    anonymity: {
      row: optional(enumOf(ANONYMITIES)),
      filter: z.optional(
        described(z.enum(ANONYMITIES), {
          description: 'Whether the patients may be made anonymous, or are.',
          example: 'DUE',
        }),
      ),
    },
  },
  columns: ['fiscalCode', 'lastName', 'firstName', 'birthDate', 'status'],
  filters: ['fiscalCode', 'lastName', 'status', 'anonymity'],
  sorts: ['lastName', 'fiscalCode'],
  form: ['fiscalCode', 'lastName', 'firstName', 'gender', 'birthDate', 'otpMode', 'status'],
});

export const issueAdminPin = documentCall(
  adminPatients,
  'issuePin',
  'issues a new PIN, which replaces the former one; only its letter contains the PIN.',
  z.strictObject({ version }),
);
export const unlockAdminPin = commandCall(
  adminPatients,
  'unlockPin',
  'resets the wrong attempts of a PIN at every business.',
  z.strictObject({ version }),
);

export const anonymiseAdminPatient = commandCall(
  { ...adminPatients, access: ['REGION'] },
  'anonymise',
  'takes name, fiscal code, birth date and PIN from a patient for good, once the time for it has come.',
  z.strictObject({ version }),
);

/** For the form of a patient, before it is saved (rules §9). */
export const findSamePerson = defineCall({
  name: 'admin-patients.findSamePerson',
  method: 'POST',
  path: '/api/v1/extra/admin/patients/same-person',
  summary: 'Extra: whether there is a patient with the same names and birth date as one who is being entered.',
  access: ['OPERATOR'],
  way: 'sale',
  rate: 'search',
  searchesByBody: true,
  body: z.strictObject({
    firstName,
    lastName,
    birthDate,
    patientId: described(z.optional(requestId), { description: 'The patient who is edited.', example: 1 }),
  }),
  answer: record({
    /** Of those that the operator may see. */
    fiscalCodes: listOf(code),
    /** Whether there is one that the operator may not see. */
    isElsewhere: flag,
  }),
});

/** What was bought with the vouchers of a patient. */
const patientPurchase = record({
  purchaseId: id,
  createTime: timestamp,
  status: enumOf(PURCHASE_STATUSES),
  itemsAmount: amount,
  voucherCode: code,
  companyName: text,
  storeName: text,
});
/** A paper voucher that was turned into an electronic one. */
const swappedSheet = record({ number: code, amount, swapTime: timestamp, voucherCode: code, month });
/** The wrong PINs at a business since the last right one. */
const pinAttempts = record({ companyName: text, failures: integer, lockedUntil: optional(timestamp) });

export const patientFile = record({
  /** The latest 50, newest first. */
  purchases: listOf(patientPurchase),
  purchaseCount: integer,
  sheets: listOf(swappedSheet),
  pinAttempts: listOf(pinAttempts),
});
export type PatientFile = Read<typeof patientFile>;

export const readPatientFile = defineCall({
  name: 'admin-patients.readFile',
  method: 'GET',
  path: '/api/v1/extra/admin/patients/{id}/file',
  summary: 'Extra: the latest purchases of a patient, the swapped paper vouchers, and the wrong PINs by business.',
  access: ['OPERATOR'],
  way: 'sale',
  params: rowParams,
  answer: record({ file: patientFile }),
});
