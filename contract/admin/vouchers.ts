import * as z from 'zod/mini';
import { STORED_VOUCHER_STATUSES } from '../entities/patient.ts';
import { categoryType } from '../entities/shared.ts';
import { MEANINGS, day, described, shortText } from '../request.ts';
import { amount, code, enumOf, id, month, text } from '../wire.ts';
import { commandCall, defineConfidentialReadResource } from './define.ts';
import { fiscalCodeStart, ofAsl } from './fields.ts';

const dayOfMonth = day.clone().register(MEANINGS, { kind: 'date', unit: 'month' });

/** Vouchers. `month` is the first day of its month; amounts in euro. */
export const adminVouchers = defineConfidentialReadResource({
  name: 'vouchers',
  noun: 'voucher',
  path: 'buoni',
  access: ['OPERATOR'],
  fields: {
    dossierId: { row: id },
    patientId: { row: id },
    patientName: { row: text },
    fiscalCode: { row: code, filter: z.optional(fiscalCodeStart) },
    aslId: { row: id, filter: ofAsl.filter, refersTo: ofAsl.refersTo },
    aslName: { row: text },
    type: { row: categoryType },
    code: {
      row: code,
      filter: z.optional(
        described(shortText, { description: 'Code of a voucher, or how it begins.', example: 'C-0001' }),
      ),
    },
    month: {
      row: month,
      filter: z.optional(
        described(dayOfMonth, { description: 'Any day of the month: YYYY-MM-DD.', example: '2026-11-01' }),
      ),
    },
    status: {
      row: enumOf(STORED_VOUCHER_STATUSES),
      filter: z.optional(
        described(z.enum(STORED_VOUCHER_STATUSES), { description: 'Status of the vouchers.', example: 'ENABLED' }),
      ),
      match: 'equal',
    },
    initialAmount: { row: amount },
    residualAmount: { row: amount },
  },
  columns: ['code', 'fiscalCode', 'patientName', 'month', 'initialAmount', 'residualAmount', 'status'],
  filters: ['code', 'fiscalCode', 'aslId', 'month', 'status'],
  sorts: ['voucherId', 'month'],
  sort: 'voucherId,desc',
});

export const revokeAdminVoucher = commandCall(adminVouchers, 'revoke', 'revokes a voucher.', z.strictObject({}));
