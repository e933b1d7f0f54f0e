import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { leftOut } from '../entities/pagination.ts';
import { patient } from '../entities/patient.ts';
import { shortText, sort, yesNo } from '../request.ts';
import { flag, listOf, optional, record } from '../wire.ts';

/** Our server answers 400 to a shorter piece of a fiscal code (decisions §4). */
export const FISCAL_CODE_SEARCH_MIN = 6;

export const searchPatients = defineCall({
  name: 'patients.search',
  method: 'GET',
  path: '/api/v1/patients/search',
  summary: 'Patients whose fiscal code begins with the given characters, one row per dossier.',
  access: ['BUSINESS'],
  query: z.strictObject({
    fiscalCode: shortText.check(z.minLength(FISCAL_CODE_SEARCH_MIN), z.maxLength(16)),
    status: z.optional(z.literal('ENABLED')),
    sort,
    duplicateByDossier: z.optional(yesNo),
  }),
  // An extra of our server: there are more, which it does not show.
  answer: record({ patients: listOf(patient), leftOut, hasMore: optional(flag) }),
});
