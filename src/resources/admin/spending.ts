import * as contract from '#contract/calls/admin/spending.ts';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';

/** What is spent, by month, authority, business, kind of dossier and city. */
export const adminSpending: ResourceDeclaration = {
  name: 'admin-spending',
  calls: () => Promise.resolve({ reads: [contract.readSpending], files: [contract.downloadSpending] }),
};
