import * as z from 'zod/mini';
import { adminPatient } from '../../entities/admin/patient.ts';
import { GENDERS, OTP_MODES, PATIENT_STATUSES } from '../../entities/patient.ts';
import { described } from '../../request.ts';
import { commandCall, createCall, documentCall, privateLookupCalls, updateCall } from './define.ts';
import { birthDate, firstName, fiscalCodeStart, lastName, personFiscalCode, version } from './fields.ts';

const resource = { name: 'patients', access: ['OPERATOR'], row: adminPatient } as const;
const status = described(z.enum(PATIENT_STATUSES), { description: 'Status of a patient.', example: 'ENABLED' });
const fields = {
  fiscalCode: personFiscalCode,
  firstName,
  lastName,
  gender: described(z.enum(GENDERS), { description: 'Gender.', example: 'F' }),
  birthDate,
  otpMode: described(z.enum(OTP_MODES), { description: 'Whether the patient is asked for a PIN.', example: 'PIN' }),
  status,
};

export const {
  search: searchAdminPatients,
  exportRows: exportAdminPatients,
  read: readAdminPatient,
} = privateLookupCalls(resource, {
  filters: {
    fiscalCode: z.optional(fiscalCodeStart),
    lastName: z.optional(lastName),
    status: z.optional(status),
  },
  sorts: ['lastName', 'fiscalCode'],
});
export const createAdminPatient = createCall(resource, z.strictObject(fields));
export const updateAdminPatient = updateCall(resource, z.strictObject({ ...fields, version }));

export const issueAdminPin = documentCall(
  resource,
  'issuePin',
  'issues a new PIN, which replaces the former one; only its letter contains the PIN.',
  z.strictObject({ version }),
);
export const unlockAdminPin = commandCall(
  resource,
  'unlockPin',
  'resets the wrong attempts of a PIN at every business.',
  z.strictObject({ version }),
);
