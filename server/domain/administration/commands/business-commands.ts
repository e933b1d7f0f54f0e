import * as calls from '#contract/calls/admin/businesses.ts';
import type { Database } from '../../context.ts';
import { DomainError } from '../../domain-error.ts';
import { NO_ATTEMPTS } from '../../pin/attempts.ts';
import { hashNewSecret } from '../../pin/hash-new-secret.ts';
import { businesses } from '../resources/businesses.ts';
import { rowCommand } from './row-command.ts';

/** Replaces the hash of the cancellation code and resets the wrong attempts. */
async function putCode(trx: Database, businessId: number, hash: string | null): Promise<undefined> {
  await trx.updateTable('business').set({ cancel_code_hash: hash }).where('business_id', '=', businessId).execute();
  await trx.updateTable('cancel_code_attempts').set(NO_ATTEMPTS).where('business_id', '=', businessId).execute();
}

export const businessCommands = [
  rowCommand(calls.setAdminCancelCode, async (services, { code }, principal) => {
    const hash = await hashNewSecret(services, principal, code);
    return {
      resource: businesses,
      action: 'CANCEL_CODE_SET',
      carryOut: (trx, { id }) => putCode(trx, id, hash),
    };
  }),
  rowCommand(calls.removeAdminCancelCode, () => ({
    resource: businesses,
    action: 'CANCEL_CODE_REMOVED',
    async carryOut(trx, { id, row }) {
      if (row.hasCancelCode !== true) throw new DomainError('NOT_POSSIBLE');
      await putCode(trx, id, null);
    },
  })),
];
