import { csvParse } from 'd3-dsv';
import { type Updateable, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from '#server/database/schema.ts';
import * as files from '#contract/calls/open-data.ts';
import { PRODUCTS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { restoreFixture } from './support/fill-fixture.ts';

interface Line {
  readonly productId: number;
  readonly name: string;
  readonly categories: readonly string[];
  readonly referencePrice: string;
  readonly ceilingPrice: string;
  readonly isAdmitted: boolean;
}

describeOnEachDatabase('open data', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  const get = ({ path }: files.OpenFile, query = '', headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}${query}`, { headers });

  async function products(query = ''): Promise<{ readonly lines: readonly Line[]; readonly next: string }> {
    const response = await get(files.productsJsonLines, query);
    expect(response.status).toBe(200);
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    return {
      lines: lines.map((line) => JSON.parse(line) as Line),
      next: response.headers.get(files.NEXT_SINCE) ?? '',
    };
  }

  const update = (values: Updateable<Schema['product']>) =>
    server.db.updateTable('product').set(values).where('product_id', '=', PRODUCTS.bread.id).execute();

  test('§3 open data: the admitted products are whole, with the price from which a line is refused', async () => {
    const { lines } = await products();
    const admitted = await server.db
      .selectFrom('product')
      .innerJoin('manufacturer', 'manufacturer.manufacturer_id', 'product.manufacturer_id')
      .select(['product_id', 'ref_price'])
      .where('product.disabled_at', 'is', null)
      .where('manufacturer.disabled_at', 'is', null)
      .execute();
    expect(lines.map(({ productId }) => productId)).toEqual(
      admitted.map(({ product_id: id }) => id).sort((a, b) => a - b),
    );
    const bread = lines.find(({ productId }) => productId === PRODUCTS.bread.id);
    expect(bread).toMatchObject({ isAdmitted: true, categories: [expect.any(String)] });
    expect(Number(bread?.ceilingPrice)).toBe(Number(bread?.referencePrice) * 5);
  });

  /** What may be done to a product, and what the changes then say of it. */
  const CHANGES: readonly (readonly [string, () => Promise<unknown>, Partial<Line>])[] = [
    ['a new price', () => update({ ref_price: '4.25' }), { referencePrice: '4.25', isAdmitted: true }],
    ['a new name', () => update({ name: 'Pane nuovo' }), { name: 'Pane nuovo' }],
    ['a product disabled', () => update({ disabled_at: new Date() }), { isAdmitted: false }],
    [
      'a manufacturer disabled',
      async () => {
        const product = server.db
          .selectFrom('product')
          .select('manufacturer_id')
          .where('product_id', '=', PRODUCTS.bread.id);
        await server.db
          .updateTable('manufacturer')
          .set({ disabled_at: new Date() })
          .where('manufacturer_id', 'in', product)
          .execute();
      },
      { isAdmitted: false },
    ],
    [
      'a product of a manufacturer that is disabled',
      async () => {
        const other = await server.db
          .insertInto('manufacturer')
          .values({ name: 'Chiuso', disabled_at: new Date() })
          .returning('manufacturer_id')
          .executeTakeFirstOrThrow();
        await update({ manufacturer_id: other.manufacturer_id });
      },
      { isAdmitted: false },
    ],
    [
      'a category renamed',
      async () => {
        const links = server.db
          .selectFrom('product_category')
          .select('category_id')
          .where('product_id', '=', PRODUCTS.bread.id);
        await server.db.updateTable('category').set({ name: 'Forno' }).where('category_id', 'in', links).execute();
      },
      { categories: ['Forno'] },
    ],
    [
      'a category taken away',
      () => server.db.deleteFrom('product_category').where('product_id', '=', PRODUCTS.bread.id).execute(),
      { categories: [] },
    ],
  ];

  test.each(CHANGES)('§3 open data: the changes tell of %s', async (_, change, told) => {
    await restoreFixture(server.db);
    const { next } = await products();
    expect((await products(`?since=${next}`)).lines).toEqual([]);
    await change();
    const { lines } = await products(`?since=${next}`);
    expect(lines.find(({ productId }) => productId === PRODUCTS.bread.id)).toMatchObject(told);
    await restoreFixture(server.db);
  });

  test('§3 open data: what changes nothing that tills are told is no change', async () => {
    const { next } = await products();
    await update({ disabled_at: null });
    expect((await products(`?since=${next}`)).lines).toEqual([]);
  });

  test.each([
    [
      'of before a restore',
      async () => void (await sql`update product_epoch set epoch = 'restored'`.execute(server.db)),
    ],
    ['of another database', () => Promise.resolve()],
  ])('§3 open data: a number %s gets all, also what is no longer admitted', async (which, restore) => {
    const { next } = await products();
    await restore();
    const since = which === 'of another database' ? 'other-5-1' : next;
    const every = await server.db.selectFrom('product').select('product_id').execute();
    expect((await products(`?since=${since}`)).lines).toHaveLength(every.length);
  });

  test('§3 open data: what is no number of the server is refused', async () => {
    for (const query of ['?since=', '?since=%20', '?since=a%27b', `?since=${'1'.repeat(81)}`, '?other=1']) {
      const { status } = await get(files.productsCsv, query);
      expect([query, status]).toEqual([query, query === '?since=' ? 200 : 400]);
    }
  });

  test('§3 open data: who has a file gets it again only once it has changed, and compressed if it takes that', async () => {
    for (const file of [files.productsCsv, files.productsJsonLines, files.storesCsv, files.storesGeoJson]) {
      const first = await get(file, '', { 'accept-encoding': 'gzip' });
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      const plain = await get(file, '', { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(await first.text());
      const tag = first.headers.get('etag') ?? '';
      for (const known of [tag, `"other", ${tag.replace('W/', '')}`, '*']) {
        expect((await get(file, '', { 'if-none-match': known })).status).toBe(304);
      }
      const refusesGzip = await get(file, '', { 'accept-encoding': 'gzip;q=0, identity' });
      expect(refusesGzip.headers.get('content-encoding')).toBeNull();
      const head = await fetch(`${server.url}${file.path}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
    }
    const tag = (await get(files.productsCsv)).headers.get('etag') ?? '';
    await update({ ref_price: '9.99' });
    expect((await get(files.productsCsv, '', { 'if-none-match': tag })).status).toBe(200);
    await restoreFixture(server.db);
  });

  test('§3 open data: CSV and JSON lines hold the same products, and no name is a formula', async () => {
    await update({ name: '=1+1; "Pane"' });
    const rows = csvParse(await (await get(files.productsCsv)).text());
    const { lines } = await products();
    expect(rows.map(({ productId }) => Number(productId))).toEqual(lines.map(({ productId }) => productId));
    expect(rows.find(({ productId }) => Number(productId) === PRODUCTS.bread.id)?.name).toBe(`'=1+1; "Pane"`);
    await restoreFixture(server.db);
  });

  test('§2 open data: the stores are those that the store locator shows, longitude first', async () => {
    const open = await server.db
      .selectFrom('store')
      .innerJoin('business', 'business.business_id', 'store.business_id')
      .select(['store_id', 'longitude', 'latitude'])
      .where('store.disabled_at', 'is', null)
      .where('business.disabled_at', 'is', null)
      .orderBy('store_id')
      .execute();
    const map = (await (await get(files.storesGeoJson)).json()) as {
      readonly features: readonly {
        readonly id: number;
        readonly geometry: { readonly coordinates: readonly number[] };
      }[];
    };
    expect(map.features.map(({ id, geometry }) => [id, ...geometry.coordinates])).toEqual(
      open.map((store) => [store.store_id, store.longitude, store.latitude]),
    );
    const rows = csvParse(await (await get(files.storesCsv)).text());
    expect(rows.map(({ id }) => Number(id))).toEqual(open.map((store) => store.store_id));
  });

  test('§2 open data: the catalogue names publisher, licence and address of every file', async () => {
    const response = await get(files.catalog);
    expect(response.headers.get('content-type')).toContain('application/ld+json');
    const text = await response.text();
    const described = JSON.parse(text) as Readonly<Record<string, readonly Record<string, readonly object[]>[]>>;
    const distributions = described['dcat:dataset']?.flatMap((set) => set['dcat:distribution']) ?? [];
    expect(distributions).toHaveLength(4);
    for (const distribution of distributions) {
      expect(distribution).toMatchObject({
        'dct:license': { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
        'dct:format': { '@id': expect.stringMatching(/file-type\/(CSV|JSON|GEOJSON)$/) as string },
      });
    }
    for (const { path } of files.openFiles) expect(text).toContain(path);
  });
});
