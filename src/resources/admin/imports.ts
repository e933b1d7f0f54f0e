import * as contract from '#contract/calls/admin/imports.ts';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { adminPaths } from '#src/providers/paths.ts';

/** Files with a region's existing data. */
export const adminImports: ResourceDeclaration = {
  name: 'admin-imports',
  screens: { list: adminPaths.imports },
  menu: { label: 'admin:menu.imports', parent: 'admin' },
  // In the same chunk as its page.
  calls: () =>
    Promise.resolve({
      otherCalls: [
        contract.searchImports,
        contract.readImport,
        contract.uploadImport,
        contract.startImport,
        contract.deleteImport,
        contract.downloadRefusedLines,
        contract.downloadImportTemplate,
      ],
    }),
};
