import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { adminAsl } from './asl.ts';
import { adminBusinesses } from './businesses.ts';
import { adminCategories } from './categories.ts';
import { adminClosings } from './closings.ts';
import { adminConsultations } from './consultations.ts';
import { adminDossiers } from './dossiers.ts';
import { adminFindings } from './findings.ts';
import { adminImports } from './imports.ts';
import { adminManufacturers } from './manufacturers.ts';
import { adminMismatches } from './mismatches.ts';
import { adminPatients } from './patients.ts';
import { adminProducts } from './products.ts';
import { adminSpending } from './spending.ts';
import { adminStores } from './stores.ts';
import { adminUsers } from './users.ts';
import { adminVouchers } from './vouchers.ts';

/** The operators' resources, in the order of the menu. */
export const adminResources: readonly ResourceDeclaration[] = [
  adminPatients,
  adminDossiers,
  adminVouchers,
  adminConsultations,
  adminBusinesses,
  adminStores,
  adminProducts,
  adminCategories,
  adminManufacturers,
  adminAsl,
  adminUsers,
  adminImports,
  adminClosings,
  adminMismatches,
  adminSpending,
  adminFindings,
];
