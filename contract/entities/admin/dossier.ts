import { amount, date, enumOf, id, integer, optional, record, text } from '../../wire.ts';
import { categoryType } from '../category.ts';
import { STORED_DOSSIER_STATUSES } from '../dossier.ts';

/**
 * A dossier as an operator sees it. `monthlyAmount` (euro) is only set for a protein-free dossier; `amountMonth` is the
 * first month of that amount, if an earlier month had another one. `switchMonth` is the first month of electronic
 * vouchers, if the dossier had paper vouchers before.
 */
export const adminDossier = record({
  dossierId: id,
  patientId: id,
  patientName: text,
  fiscalCode: text,
  aslId: id,
  aslName: text,
  type: categoryType,
  status: enumOf(STORED_DOSSIER_STATUSES),
  monthlyAmount: optional(amount),
  amountMonth: optional(date),
  switchMonth: optional(date),
  version: integer,
});
