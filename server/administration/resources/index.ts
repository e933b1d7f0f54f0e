import { sql } from 'kysely';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { adminCategories } from '#contract/admin/products.ts';
import type { AdminDeclaration } from '#contract/admin/define.ts';
import { adminDeclarations } from '#contract/admin/resources.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { type AdminResource, mapResource } from '../admin-resource.ts';
import { dossiers } from './dossiers.ts';
import { kinds, lockOfKind, requireOpenKind } from './kinds.ts';
import { patients } from './patients.ts';
import { products } from './products.ts';
import { tills } from './tills.ts';
import { users } from './users.ts';
import { vouchers } from './vouchers.ts';

export const asl = mapResource(adminAsl, {}, { columns: { fiscalCode: 'tax_code', address: 'seat_address' } });

export const businesses = mapResource(
  adminBusinesses,
  {},
  { shown: { hasCancelCode: sql`cancel_code_hash is not null` } },
);

export const stores = mapResource(
  adminStores,
  {},
  {
    shown: {
      businessName: sql`(select company_name from business where business.business_id = store.business_id)`,
      businessVat: sql`(select vat from business where business.business_id = store.business_id)`,
    },
    references: { businessVat: { field: 'businessId', table: 'business', key: 'vat' } },
  },
);

const categories = mapResource(
  adminCategories,
  {},
  {
    restsOn: ({ type }) => (type === undefined ? [] : [lockOfKind(type)]),
    async verify({ db }, _principal, { type }, before) {
      if (!before) await requireOpenKind(db, type);
    },
  },
);

/** Resources that are more than their declaration, or that an import writes. */
const MAPPED = [asl, businesses, categories, kinds, stores, tills, users, products, patients, dossiers, vouchers];

const declarations: readonly AdminDeclaration[] = adminDeclarations;

/** All resources of the administration (rules §9). */
export const adminResources: readonly AdminResource[] = declarations.map(
  (declared) => MAPPED.find(({ calls }) => calls === declared.calls) ?? mapResource(declared, {}),
);
