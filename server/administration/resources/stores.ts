import { sql } from 'kysely';
import { adminStores } from '#contract/admin/stores.ts';
import { mapResource } from '../admin-resource.ts';

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
