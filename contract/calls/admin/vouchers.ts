import * as z from 'zod/mini';
import { adminVoucher } from '../../entities/admin/voucher.ts';
import { STORED_VOUCHER_STATUSES } from '../../entities/voucher.ts';
import { day, requestId, shortText } from '../../request.ts';
import { commandCall, privateLookupCalls } from './define.ts';

const resource = { name: 'vouchers', access: ['OPERATOR'], row: adminVoucher } as const;

export const {
  search: searchAdminVouchers,
  exportRows: exportAdminVouchers,
  read: readAdminVoucher,
} = privateLookupCalls(resource, {
  filters: {
    code: z.optional(shortText),
    fiscalCode: z.optional(shortText),
    dossierId: z.optional(requestId),
    aslId: z.optional(requestId),
    month: z.optional(day),
    status: z.optional(z.enum(STORED_VOUCHER_STATUSES)),
  },
  sorts: ['voucherId', 'month'],
});

export const revokeAdminVoucher = commandCall(resource, 'revoke', 'revokes a voucher.', z.strictObject({}));
