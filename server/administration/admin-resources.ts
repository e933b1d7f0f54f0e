import type { AdminResource } from './admin-resource.ts';
import { asl } from './resources/asl.ts';
import { businesses } from './resources/businesses.ts';
import { categories } from './resources/categories.ts';
import { dossiers } from './resources/dossiers.ts';
import { manufacturers } from './resources/manufacturers.ts';
import { patients } from './resources/patients.ts';
import { products } from './resources/products.ts';
import { stores } from './resources/stores.ts';
import { users } from './resources/users.ts';
import { vouchers } from './resources/vouchers.ts';

/** All resources of the administration (rules §9). */
export const adminResources: readonly AdminResource[] = [
  asl,
  businesses,
  stores,
  users,
  products,
  categories,
  manufacturers,
  patients,
  dossiers,
  vouchers,
];
