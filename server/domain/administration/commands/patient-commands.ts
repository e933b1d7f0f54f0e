import * as calls from '#contract/calls/admin/patients.ts';
import { NO_ATTEMPTS } from '../../pin/attempts.ts';
import type { Database } from '../../context.ts';
import { patients } from '../resources/patients.ts';
import { rowCommand } from './row-command.ts';

/** Forgets the wrong tries of a patient's PIN; answers at how many businesses there were some. */
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
