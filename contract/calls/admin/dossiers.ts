import * as z from 'zod/mini';
import { adminDossier } from '../../entities/admin/dossier.ts';
import type { CategoryType } from '../../entities/category.ts';
import { STORED_DOSSIER_STATUSES } from '../../entities/dossier.ts';
import { aslId, described, dossierType, patientId } from '../../request.ts';
import { commandCall, createCall, privateLookupCalls, updateCall } from './define.ts';
import { fiscalCodeStart, month, monthlyAmount, sheetNumber, version } from './fields.ts';

const resource = { name: 'dossiers', access: ['OPERATOR'], row: adminDossier } as const;

/** A protein-free dossier has a monthly amount; a coeliac dossier follows the ceilings (rules §4). */
const amountOfType = z.refine<{ readonly type: CategoryType; readonly monthlyAmount?: number | undefined }>(
  ({ type, monthlyAmount: amount }) => (type === 'PROTEIN_FREE') === (amount !== undefined),
  { path: ['monthlyAmount'] },
);

export const {
  search: searchAdminDossiers,
  exportRows: exportAdminDossiers,
  read: readAdminDossier,
} = privateLookupCalls(resource, {
  filters: {
    fiscalCode: z.optional(fiscalCodeStart),
    patientId: z.optional(patientId),
    aslId: z.optional(aslId),
    type: z.optional(dossierType),
    status: z.optional(
      described(z.enum(STORED_DOSSIER_STATUSES), { description: 'Status of the dossiers.', example: 'APPROVED' }),
    ),
  },
  sorts: ['dossierId'],
});
export const createAdminDossier = createCall(
  resource,
  z
    .strictObject({
      patientId,
      aslId,
      type: dossierType,
      monthlyAmount: z.optional(monthlyAmount),
      switchMonth: z.optional(
        described(month, {
          description: 'Month from which the vouchers of a dossier are electronic: its first day, YYYY-MM-DD.',
          example: '2026-11-01',
        }),
      ),
    })
    .check(amountOfType),
);
/** After this change another authority pays, so only the region may make it. */
export const updateAdminDossier = updateCall({ ...resource, access: ['REGION'] }, z.strictObject({ aslId, version }));

const versionAlone = z.strictObject({ version });

export const approveAdminDossier = commandCall(resource, 'approve', 'approves a revoked dossier.', versionAlone);
export const revokeAdminDossier = commandCall(resource, 'revoke', 'revokes an approved dossier.', versionAlone);
export const setAdminDossierAmount = commandCall(
  resource,
  'setAmount',
  'sets the monthly amount of a protein-free dossier from a month on.',
  z.strictObject({ version, month, monthlyAmount }),
);
export const switchAdminDossier = commandCall(
  resource,
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
  resource,
  'swap',
  'turns unused paper vouchers into the electronic ones of their months.',
  z.strictObject({ version, sheets }),
);
