import * as calls from '#contract/calls/admin/vouchers.ts';
import { DomainError } from '../../domain-error.ts';
import { vouchers } from '../resources/vouchers.ts';
import { rowCommand } from './row-command.ts';

export const voucherCommands = [
  rowCommand(calls.revokeAdminVoucher, () => ({
    resource: vouchers,
    action: 'VOUCHER_REVOKED',
    async carryOut(trx, { id, row }) {
      if (row.status !== 'ENABLED') throw new DomainError('NOT_POSSIBLE');
      await trx.updateTable('voucher').set({ status: 'REVOKED' }).where('voucher_id', '=', id).execute();
    },
  })),
];
