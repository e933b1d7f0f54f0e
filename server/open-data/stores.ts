import { sql } from 'kysely';
import { inBatches } from '#server/lists.ts';
import { type Store, STORE_COLUMNS, isOpen } from '#server/reference/stores.ts';
import type { Services } from '#server/services.ts';

/** The stores of the open data, and a mark that differs whenever any store does; each change makes its sum grow. */
interface StoreFile {
  readonly mark: string;
  /** By id; it can be read once. */
  readonly batches: AsyncIterable<readonly Store[]>;
}

/** The stores in which vouchers can be spent. */
export async function listOpenStores({ db }: Services, signal: AbortSignal): Promise<StoreFile> {
  const marking = sql<{ mark: string }>`select concat_ws('-', epoch,
    (select concat_ws('-', count(*), sum(extract(epoch from changed_at))) from store)) as mark from product_epoch`;
  const [marked] = (await marking.execute(db)).rows;
  if (marked === undefined) throw new Error('product_epoch has no row');
  const read = (after: Store | undefined, limit: number) =>
    db
      .selectFrom('store')
      .innerJoin('business', 'business.business_id', 'store.business_id')
      .select(STORE_COLUMNS)
      .where(isOpen())
      .where('store.store_id', '>', after?.storeId ?? 0)
      .orderBy('store.store_id')
      .limit(limit)
      .execute();
  return { ...marked, batches: inBatches(read, signal) };
}

function addressOf({ address, streetNumber }: Store): string {
  return [address, streetNumber].filter((part) => part !== '').join(' ');
}

export const STORE_TITLES = ['id', 'name', 'company', 'address', 'city', 'latitude', 'longitude'] as const;

export function storeCells(store: Store): readonly string[] {
  const { storeId, name, companyName, city, coordinates } = store;
  return [String(storeId), name, companyName, addressOf(store), city, ...coordinates.map(String)];
}

function toFeature(store: Store): string {
  return JSON.stringify({
    type: 'Feature',
    id: store.storeId,
    geometry: { type: 'Point', coordinates: store.coordinates.toReversed() },
    properties: {
      name: store.name,
      company: store.companyName,
      address: addressOf(store),
      city: store.city,
    },
  });
}

/** A collection of points, longitude first (RFC 7946), piece by piece. */
export async function* toGeoJson({ batches }: StoreFile): AsyncGenerator<string, void, undefined> {
  let before = '{"type":"FeatureCollection","features":[';
  for await (const stores of batches) {
    // Behind full batches comes an empty one.
    if (stores.length === 0) continue;
    yield before + stores.map(toFeature).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
