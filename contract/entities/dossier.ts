import { enumOf, id, optional, record } from '../wire.ts';
import { categoryType } from './category.ts';

/** The stored statuses of a dossier (§4). */
export const STORED_DOSSIER_STATUSES = ['APPROVED', 'REVOKED', 'DELETED'] as const;
export type StoredDossierStatus = (typeof STORED_DOSSIER_STATUSES)[number];
/** The portal shows NO_VALUE for a missing dossier; the server never sends it. */
const DOSSIER_STATUSES = [...STORED_DOSSIER_STATUSES, 'NO_VALUE'] as const;

/** A patient's entitlement to dietary food (§3). */
export const dossier = record({
  dossierId: id,
  type: optional(categoryType),
  status: enumOf(DOSSIER_STATUSES),
});
