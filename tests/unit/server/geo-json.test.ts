import { expect, test } from 'vitest';
import { toGeoJson } from '#server/open-data/stores.ts';

const STORE = {
  storeId: 1,
  name: 'Aurora Centro',
  companyName: 'Aurora',
  address: 'Via Roma',
  streetNumber: '1',
  city: 'Cagliari',
  coordinates: [39.2, 9.1] as [number, number],
};

async function* batchesOf(...sizes: readonly number[]) {
  await Promise.resolve();
  for (const size of sizes) yield Array.from({ length: size }, () => STORE);
}

test.each([[[0]], [[1]], [[2, 0]], [[2, 2, 0]], [[2, 1]]])(
  'rules §11 open data: the GeoJSON of batches of %o is JSON with all of them',
  async (sizes) => {
    let text = '';
    for await (const piece of toGeoJson({ batches: batchesOf(...sizes), mark: '' })) text += piece;
    const { features } = JSON.parse(text) as { readonly features: readonly unknown[] };
    expect(features).toHaveLength(sizes.reduce((sum, size) => sum + size, 0));
  },
);
