import * as calls from '#contract/calls/admin/dossiers.ts';
import { commandOf } from '#src/providers/data/declaration.ts';

/** The commands of a dossier, in the order of their buttons. */
export const dossierCommands = [
  commandOf(calls.swapAdminPaper, {
    when: ['status', 'APPROVED'],
    rows: { name: 'sheets', fields: ['number', 'month', 'amount'], total: 'amount' },
  }),
  commandOf(calls.switchAdminDossier, { fields: ['month'] }),
  commandOf(calls.setAdminDossierAmount, { when: ['type', 'PROTEIN_FREE'], fields: ['month', 'monthlyAmount'] }),
  commandOf(calls.approveAdminDossier, { when: ['status', 'REVOKED'] }),
  commandOf(calls.revokeAdminDossier, { when: ['status', 'APPROVED'], isDanger: true }),
];
