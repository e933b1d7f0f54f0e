import type { Database } from '../context.ts';
import { toRowId } from '../row-id.ts';

interface FilterIds {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly storeId?: number | undefined;
  readonly categoryId?: number | undefined;
}

/** The names for the filters of a document; the id when no row has that id. */
export interface FilterNames {
  readonly asl?: string | undefined;
  readonly business?: string | undefined;
  readonly store?: string | undefined;
  readonly category?: string | undefined;
}

/** Reads the names for the filters of a document. */
export async function readFilterNames(
  db: Database,
  { aslId, businessId, storeId, categoryId }: FilterIds,
): Promise<FilterNames> {
  const found = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('asl')
        .select('name')
        .where('asl_id', '=', toRowId(aslId ?? 0))
        .as('asl'),
      eb
        .selectFrom('business')
        .select('company_name')
        .where('business_id', '=', toRowId(businessId ?? 0))
        .as('business'),
      eb
        .selectFrom('store')
        .select('name')
        .where('store_id', '=', toRowId(storeId ?? 0))
        .as('store'),
      eb
        .selectFrom('category')
        .select('name')
        .where('category_id', '=', toRowId(categoryId ?? 0))
        .as('category'),
    ])
    .executeTakeFirstOrThrow();
  return {
    asl: found.asl ?? aslId?.toString(),
    business: found.business ?? businessId?.toString(),
    store: found.store ?? storeId?.toString(),
    category: found.category ?? categoryId?.toString(),
  };
}
