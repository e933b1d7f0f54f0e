import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { accessEntry } from '../entities/admin/access-entry.ts';
import { file } from '../entities/file.ts';
import { leftOut, pagination } from '../entities/pagination.ts';
import { dateEnd, dateStart, described, page, shortText, size } from '../request.ts';
import { listOf, record } from '../wire.ts';
import { companyName, personFiscalCode } from './fields.ts';

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
  body: z.strictObject({ fiscalCode: personFiscalCode }),
  answer: file,
});
