import { businessCommands } from './business-commands.ts';
import { dossierCommands } from './dossier-commands.ts';
import { patientCommands } from './patient-commands.ts';
import type { RegisteredCommand } from './row-command.ts';
import { userCommands } from './user-commands.ts';
import { voucherCommands } from './voucher-commands.ts';

/** The commands that do more than change the fields of a row (rules §9). */
export const rowCommands: readonly RegisteredCommand[] = [
  ...patientCommands,
  ...dossierCommands,
  ...voucherCommands,
  ...businessCommands,
  ...userCommands,
];
