import * as z from 'zod/mini';
import { adminVoucher } from '../../entities/admin/voucher.ts';
import { STORED_VOUCHER_STATUSES } from '../../entities/voucher.ts';
import { aslId, day, described, dossierId, shortText } from '../../request.ts';
import { commandCall, privateLookupCalls } from './define.ts';
import { fiscalCodeStart } from './fields.ts';

const resource = { name: 'vouchers', access: ['OPERATOR'], row: adminVoucher } as const;

export const {
  search: searchAdminVouchers,
  exportRows: exportAdminVouchers,
  read: readAdminVoucher,
} = privateLookupCalls(resource, {
  filters: {
    code: z.optional(described(shortText, { description: 'Code of a voucher, or how it begins.', example: 'C-0001' })),
    fiscalCode: z.optional(fiscalCodeStart),
    dossierId: z.optional(dossierId),
    aslId: z.optional(aslId),
    month: z.optional(described(day, { description: 'Any day of the month: YYYY-MM-DD.', example: '2026-11-01' })),
    status: z.optional(
      described(z.enum(STORED_VOUCHER_STATUSES), { description: 'Status of the vouchers.', example: 'ENABLED' }),
    ),
  },
  sorts: ['voucherId', 'month'],
});

export const revokeAdminVoucher = commandCall(resource, 'revoke', 'revokes a voucher.', z.strictObject({}));
