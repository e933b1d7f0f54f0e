import * as contract from '#contract/calls/admin/spending.ts';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

/** The spending by month, authority, business, kind of dossier and city. It has its own page. */
export const adminSpending: ResourceDeclaration = {
  name: 'admin-spending',
  screens: { list: adminPaths.spending },
  menu: { label: 'admin:menu.spending', parent: 'admin' },
  calls: () => Promise.resolve({ otherCalls: [contract.readSpending, contract.downloadSpending] }),
};
