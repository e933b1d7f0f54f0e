import * as calls from '#contract/calls/admin/patients.ts';
import { NO_ATTEMPTS } from '#server/pins/verify-secret.ts';
import type { Database } from '#server/services.ts';
import { patients } from './resources/patients.ts';
import { rowCommand } from './row-command.ts';

/**
 * Resets the wrong attempts of a patient's PIN.
 * @returns the number of businesses that had wrong attempts
 */
export async function forgetAttempts(trx: Database, patientId: number): Promise<number> {
  const forgotten = await trx
    .updateTable('pin_attempts')
    .set(NO_ATTEMPTS)
    .where('patient_id', '=', patientId)
    .where((eb) => eb.or([eb('failures', '>', 0), eb('locks', '>', 0)]))
    .returning('business_id')
    .execute();
  return forgotten.length;
}

export const patientCommands = [
  rowCommand(calls.unlockAdminPin, () => ({
    resource: patients,
    action: 'PIN_UNLOCKED',
    carryOut: async (trx, { id }) => ({ businesses: await forgetAttempts(trx, id) }),
  })),
];
