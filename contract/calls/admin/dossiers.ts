import * as z from 'zod/mini';
import { adminDossier } from '../../entities/admin/dossier.ts';
import { CATEGORY_TYPES, type CategoryType } from '../../entities/category.ts';
import { STORED_DOSSIER_STATUSES } from '../../entities/dossier.ts';
import { requestId, shortText } from '../../request.ts';
import { commandCall, createCall, privateLookupCalls, updateCall } from './define.ts';
import { month, monthlyAmount, sheetNumber, version } from './fields.ts';

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
    fiscalCode: z.optional(shortText),
    patientId: z.optional(requestId),
    aslId: z.optional(requestId),
    type: z.optional(z.enum(CATEGORY_TYPES)),
    status: z.optional(z.enum(STORED_DOSSIER_STATUSES)),
  },
  sorts: ['dossierId'],
});
export const createAdminDossier = createCall(
  resource,
  z
    .strictObject({
      patientId: requestId,
      aslId: requestId,
      type: z.enum(CATEGORY_TYPES),
      monthlyAmount: z.optional(monthlyAmount),
      switchMonth: z.optional(month),
    })
    .check(amountOfType),
);
/** After this change another authority pays, so only the region may make it. */
export const updateAdminDossier = updateCall(
  { ...resource, access: ['REGION'] },
  z.strictObject({ aslId: requestId, version }),
);

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
const sheet = z.strictObject({ number: sheetNumber, month, amount: monthlyAmount });
export const swapAdminPaper = commandCall(
  resource,
  'swap',
  'turns unused paper vouchers into the electronic ones of their months.',
  z.strictObject({ version, sheets: z.array(sheet).check(z.minLength(1), z.maxLength(MAX_SHEETS)) }),
);
