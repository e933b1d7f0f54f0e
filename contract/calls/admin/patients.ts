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
  'a new PIN, which ends the former one; its letter is the only place that tells it.',
  z.strictObject({ version }),
);
export const unlockAdminPin = commandCall(
  resource,
  'unlockPin',
  'forgets the wrong tries of a PIN, at every business.',
  z.strictObject({ version }),
);
