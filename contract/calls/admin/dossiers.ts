import * as z from 'zod/mini';
import { adminDossier } from '../../entities/admin/dossier.ts';
import { CATEGORY_TYPES, type CategoryType } from '../../entities/category.ts';
import { STORED_DOSSIER_STATUSES } from '../../entities/dossier.ts';
import { requestId, shortText } from '../../request.ts';
import { createCall, privateLookupCalls, updateCall } from './define.ts';
import { monthlyAmount, version } from './fields.ts';

const resource = { name: 'dossiers', access: ['OPERATOR'], row: adminDossier } as const;

/** A protein-free dossier has an amount, a coeliac one follows the ceilings (rules §4). */
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
    })
    .check(amountOfType),
);
/** Another authority pays from then on, which only the region can say. */
export const updateAdminDossier = updateCall(
  { ...resource, access: ['REGION'] },
  z.strictObject({ aslId: requestId, version }),
);
