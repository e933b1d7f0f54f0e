import * as z from 'zod/mini';
import { adminPatient } from '../../entities/admin/patient.ts';
import { GENDERS, OTP_MODES, PATIENT_STATUSES } from '../../entities/patient.ts';
import { shortText } from '../../request.ts';
import { commandCall, createCall, documentCall, privateLookupCalls, updateCall } from './define.ts';
import { birthDate, personFiscalCode, version } from './fields.ts';

const resource = { name: 'patients', access: ['OPERATOR'], row: adminPatient } as const;
const fields = {
  fiscalCode: personFiscalCode,
  firstName: shortText,
  lastName: shortText,
  gender: z.enum(GENDERS),
  birthDate,
  otpMode: z.enum(OTP_MODES),
  status: z.enum(PATIENT_STATUSES),
};

export const {
  search: searchAdminPatients,
  exportRows: exportAdminPatients,
  read: readAdminPatient,
} = privateLookupCalls(resource, {
  filters: {
    fiscalCode: z.optional(shortText),
    lastName: z.optional(shortText),
    status: z.optional(z.enum(PATIENT_STATUSES)),
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
