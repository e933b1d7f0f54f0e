import * as z from 'zod/mini';
import { STORED_DOSSIER_STATUSES } from '../entities/patient.ts';
import { categoryType } from '../entities/shared.ts';
import { described, dossierType, patientId } from '../request.ts';
import { amount, code, enumOf, id, month as monthBlock, optional, text } from '../wire.ts';
import { commandCall, defineConfidentialResource } from './define.ts';
import { fiscalCodeStart, month, monthlyAmount, ofAsl, searched, sheetNumber, version } from './fields.ts';

const dossiers = defineConfidentialResource({
  name: 'dossiers',
  noun: 'dossier',
  path: 'pratiche',
  access: ['OPERATOR'],
  fields: {
    patientId: {
      row: id,
      input: patientId,
      isFixed: true,
      refersTo: {
        resource: 'admin-patients',
        labels: ['lastName', 'firstName', 'fiscalCode'],
        search: 'fiscalCode',
        leastTyped: 6,
      },
    },
    patientName: { row: text },
    fiscalCode: { row: code, filter: z.optional(fiscalCodeStart) },
    aslId: { ...ofAsl, refersTo: { ...ofAsl.refersTo, own: 'operatorAslId' } },
    aslName: { row: text },
    type: { ...searched(categoryType, dossierType), isFixed: true },
    status: {
      row: enumOf(STORED_DOSSIER_STATUSES),
      filter: z.optional(
        described(z.enum(STORED_DOSSIER_STATUSES), { description: 'Status of the dossiers.', example: 'APPROVED' }),
      ),
      match: 'equal',
    },
    monthlyAmount: {
      row: optional(amount),
      input: z.optional(monthlyAmount),
      isFixed: true,
      when: { field: 'type', needed: 'OWN_AMOUNTS' },
    },
    amountMonth: { row: optional(monthBlock) },
    switchMonth: {
      row: optional(monthBlock),
      input: z.optional(
        described(month, {
          description: 'Month from which the vouchers of a dossier are electronic: its first day, YYYY-MM-DD.',
          example: '2026-11-01',
        }),
      ),
      isFixed: true,
    },
  },
  columns: ['fiscalCode', 'patientName', 'type', 'aslName', 'monthlyAmount', 'status'],
  filters: ['fiscalCode', 'aslId', 'type', 'status'],
  sorts: ['dossierId'],
  sort: 'dossierId,desc',
});

const { update } = dossiers.calls;

/**
 * Dossiers. `monthlyAmount` (euro) is only set where the kind says that each has its own, as a protein-free one (rules
 * §4); `amountMonth` is the first month of that amount, if an earlier month had another one. `switchMonth` is the first
 * month of electronic vouchers, if it had paper ones before. After a change of the authority another one pays, so only
 * the region may make it.
 */
export const adminDossiers = {
  ...dossiers,
  calls: {
    ...dossiers.calls,
    update: { ...update, access: ['REGION'] },
  },
} as const;

const versionAlone = z.strictObject({ version });

export const approveAdminDossier = commandCall(adminDossiers, 'approve', 'approves a revoked dossier.', versionAlone);
export const revokeAdminDossier = commandCall(adminDossiers, 'revoke', 'revokes an approved dossier.', versionAlone);
export const setAdminDossierAmount = commandCall(
  adminDossiers,
  'setAmount',
  'sets the monthly amount of a dossier that has its own from a month on.',
  z.strictObject({ version, month, monthlyAmount }),
);
export const switchAdminDossier = commandCall(
  adminDossiers,
  'switch',
  'sets the month from which a dossier has electronic vouchers instead of paper ones.',
  z.strictObject({ version, month }),
);

/** More paper vouchers than one patient ever brings at once. */
const MAX_SHEETS = 100;

/** A paper voucher as printed; the amount is in euro. */
const sheet = z.strictObject({
  number: sheetNumber,
  month,
  amount: described(monthlyAmount, { description: 'Euro.', example: 90 }),
});
const sheets = described(z.array(sheet).check(z.minLength(1), z.maxLength(MAX_SHEETS)), {
  description: 'Paper vouchers: number, month (its first day) and amount in euro.',
  example: [{ number: 'C-0001', month: '2026-10-01', amount: 90 }],
});
export const swapAdminPaper = commandCall(
  adminDossiers,
  'swap',
  'turns unused paper vouchers into the electronic ones of their months.',
  z.strictObject({ version, sheets }),
);
