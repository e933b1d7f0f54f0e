import { adminDeclarations } from '#contract/admin/resources.ts';
import { type AdminResource, mapResource } from './admin-resource.ts';
import { businesses } from './resources/businesses.ts';
import { dossiers } from './resources/dossiers.ts';
import { patients } from './resources/patients.ts';
import { products } from './resources/products.ts';
import { stores } from './resources/stores.ts';
import { users } from './resources/users.ts';
import { vouchers } from './resources/vouchers.ts';

/** Resources with SQL of their own. */
const WITH_SQL = [businesses, stores, users, products, patients, dossiers, vouchers];

/** All resources of the administration (rules §9). */
export const adminResources: readonly AdminResource[] = adminDeclarations.map(
  (declared) => WITH_SQL.find(({ calls }) => calls === declared.calls) ?? mapResource(declared, {}),
);
