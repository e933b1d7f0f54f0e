import { sql } from 'kysely';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { mapResource } from '../admin-resource.ts';

export const businesses = mapResource(
  adminBusinesses,
  {},
  {
    shown: { hasCancelCode: sql`cancel_code_hash is not null` },
  },
);
