import type { AdminDeclaration } from './define.ts';
import { adminAsl } from './asl.ts';
import { adminBusinesses } from './businesses.ts';
import { adminDossiers } from './dossiers.ts';
import { adminKinds } from './kinds.ts';
import { adminPatients } from './patients.ts';
import { adminCategories, adminManufacturers, adminProducts } from './products.ts';
import { adminStores } from './stores.ts';
import { adminTills } from './tills.ts';
import { adminUsers } from './users.ts';
import { adminVouchers } from './vouchers.ts';

/** The resources of the operators. The portal's menu has those of patients and the others apart, each in this order. */
export const adminDeclarations = [
  adminPatients,
  adminDossiers,
  adminVouchers,
  adminBusinesses,
  adminStores,
  adminTills,
  adminProducts,
  adminCategories,
  adminKinds,
  adminManufacturers,
  adminAsl,
  adminUsers,
] as const satisfies readonly AdminDeclaration[];
