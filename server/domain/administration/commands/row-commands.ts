import { businessCommands } from './business-commands.ts';
import { dossierCommands } from './dossier-commands.ts';
import { patientCommands } from './patient-commands.ts';
import type { RegisteredCommand } from './row-command.ts';
import { userCommands } from './user-commands.ts';
import { voucherCommands } from './voucher-commands.ts';

/** What operators do to a row that is no change of its fields alone (rules §9). */
export const rowCommands: readonly RegisteredCommand[] = [
  ...patientCommands,
  ...dossierCommands,
  ...voucherCommands,
  ...businessCommands,
  ...userCommands,
];
