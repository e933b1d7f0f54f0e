import { type Read, amount, date, id, integer, oneOf, optional, record, text } from '../../wire.ts';
import { categoryType } from '../category.ts';
import { STORED_DOSSIER_STATUSES } from '../dossier.ts';

/**
 * A dossier as an operator sees it. `monthlyAmount`, in euro, of a protein-free one, and since which month, where it was
 * another before; `switchMonth` is the first one of electronic vouchers, where there were paper ones.
 */
export const adminDossier = record({
  dossierId: id,
  patientId: id,
  patientName: text,
  fiscalCode: text,
  aslId: id,
  aslName: text,
  type: categoryType,
  status: oneOf(STORED_DOSSIER_STATUSES),
  monthlyAmount: optional(amount),
  amountMonth: optional(date),
  switchMonth: optional(date),
  version: integer,
});
export type AdminDossier = Read<typeof adminDossier>;
