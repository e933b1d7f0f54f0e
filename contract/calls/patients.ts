import * as z from 'zod/mini';
import { defineCall, SELLERS } from '../call.ts';
import { patient, voucher } from '../entities/patient.ts';
import { leftOut, PROFILES } from '../entities/shared.ts';
import { described, dossierId, otp, patientId, shortText, sortedBy, storeId, yesNo } from '../request.ts';
import { code, disabledFlag, flag, listOf, type Read, record, text } from '../wire.ts';

export const readBalance = defineCall({
  name: 'patients.readBalance',
  method: 'POST',
  path: '/api/v1/extra/patients/balance',
  summary: 'What is left on the vouchers of a dossier. The PIN is required if the patient has one.',
  access: ['BUSINESS'],
  // In the body, because no URL may contain patient data.
  body: z.strictObject({ patientId, dossierId, storeId, otp }),
  answer: record({ vouchers: listOf(voucher) }),
});

export const searchPatients = defineCall({
  name: 'patients.search',
  method: 'GET',
  path: '/api/v1/patients/search',
  summary: 'The patient with a fiscal code, one row per dossier. A part of a code finds nobody.',
  access: SELLERS,
  rate: 'search',
  query: z.strictObject({
    fiscalCode: described(shortText, {
      description: 'The whole fiscal code: sixteen characters, or eleven digits of a provisional one.',
      example: 'MRTGRZ85S43I452G',
    }),
    status: described(z.optional(z.literal('ENABLED')), {
      description: 'Status of the patients; it filters neither dossiers nor vouchers.',
      example: 'ENABLED',
    }),
    sort: sortedBy('lastName,firstName,asc'),
    duplicateByDossier: z.optional(
      described(yesNo, { description: 'Whether a patient has one row for each dossier.', example: true }),
    ),
  }),
  answer: record({ patients: listOf(patient), leftOut }),
});

/** A kind of dossier, with its names. Of one with amounts of their own each dossier has a monthly amount (rules §4). */
const kind = record({ code, nameIt: text, nameEn: text, hasOwnAmounts: flag, disabled: disabledFlag });
export type Kind = Read<typeof kind>;

export const listKinds = defineCall({
  name: 'kinds.list',
  method: 'GET',
  path: '/api/v1/extra/kinds',
  summary: 'Extra: the kinds of dossier with their names, those of §4 first.',
  access: PROFILES,
  answer: record({ kinds: listOf(kind) }),
});
