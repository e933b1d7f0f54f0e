import { amount, date, enumOf, id, record, text } from '../../wire.ts';
import { categoryType } from '../category.ts';
import { STORED_VOUCHER_STATUSES } from '../voucher.ts';

/** A voucher as an operator sees it. `month` is the first day of its month; amounts in euro. */
export const adminVoucher = record({
  voucherId: id,
  dossierId: id,
  patientId: id,
  patientName: text,
  fiscalCode: text,
  aslId: id,
  aslName: text,
  type: categoryType,
  code: text,
  month: date,
  status: enumOf(STORED_VOUCHER_STATUSES),
  initialAmount: amount,
  residualAmount: amount,
});
