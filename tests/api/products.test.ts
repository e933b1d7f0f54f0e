import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput } from '#contract/call.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { gtinCheckDigit } from '#contract/rules/product-code.ts';
import { CATEGORIES, MANUFACTURERS, PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

type Query = CallInput<typeof searchProducts>['query'];

describeOnEachDatabase('products', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  function search(query: Query) {
    return server.callOk(searchProducts, { query }, { token });
  }

  async function ids(query: Query) {
    return (await search({ size: 100, sort: 'productId,asc', ...query })).products.map((found) => found.productId);
  }

  test('§7 categories: those of a kind of dossier, by name', async () => {
    const query = { type: 'CELIAC', size: 9999, sort: 'name,asc' } as const;
    const { categories } = await server.callOk(listCategories, { query }, { token });
    expect(categories.map((category) => category.categoryId)).toEqual([
      CATEGORIES.biscuits,
      CATEGORIES.bread,
      CATEGORIES.pasta,
    ]);
    const all = await server.callOk(listCategories, { query: { sort: 'name,desc', size: 2 } }, { token });
    expect(all.categories.map(({ name }) => name)).toEqual(['Pasta aproteica', 'Pasta']);
  });

  test('§7 manufacturers/search: those that make something for a kind of dossier, by name', async () => {
    const query = { categoryType: 'CELIAC', size: 9999, sort: 'name,asc' } as const;
    const { manufacturers } = await server.callOk(listManufacturers, { query }, { token });
    expect(manufacturers).toEqual([
      { manufacturerId: MANUFACTURERS.grano, name: 'Grano Libero' },
      { manufacturerId: MANUFACTURERS.mulino, name: 'Mulino di Sardegna' },
    ]);
    const all = await server.callOk(listManufacturers, { query: {} }, { token });
    expect(all.manufacturers).toHaveLength(3);
  });

  test('§7 products/search: a product with all that the portal shows of it', async () => {
    const { products } = await search({ ean: PRODUCTS.rolls.ean });
    expect(products).toMatchObject([
      {
        productId: PRODUCTS.rolls.id,
        name: 'Panini morbidi',
        ean1: PRODUCTS.rolls.ean,
        categories: [
          { categoryId: CATEGORIES.bread, name: 'Pane e sostituti' },
          { categoryId: CATEGORIES.biscuits, name: 'Biscotti e dolci' },
        ],
        manufacturer: { manufacturerId: MANUFACTURERS.mulino, name: 'Mulino di Sardegna' },
      },
    ]);
    expect(products[0]?.refPrice?.toFixed()).toBe('4.2');
  });

  test('rules §1 products/search: the EAN or the product id, whole', async () => {
    const { ean } = PRODUCTS.leadingZero;
    expect(await ids({ ean })).toEqual([PRODUCTS.leadingZero.id]);
    expect(await ids({ ean: '103' })).toEqual([103]);
    expect(await ids({ ean: ean.slice(1) })).toEqual([PRODUCTS.leadingZero.id]);
    for (const none of [ean.slice(0, 12), ean.slice(0, 11), '0103', '10', '999999999999999', '103 or 1=1']) {
      expect([none, await ids({ ean: none })]).toEqual([none, []]);
    }
  });

  test('rules §1 products/search: EANs are compared as GTIN, any form of a pharmacy code finds its product', async () => {
    await sql`insert into product (product_id, name, ean1, pharmacy_code, ref_price, manufacturer_id, category_type)
      select id, 'Con codice ' || id, ean1, pharmacy_code, 1, 1, 'CELIAC' from (values
        (901, '96385074', null), (902, '18001234567894', null), (903, '2412345000009', null),
        (904, '8032089000017', 'A930123450'), (905, '0012345678905', 'A012345676')
      ) as given (id, ean1, pharmacy_code)`.execute(server.db);
    const asked = [
      ['96385074', 901],
      ['0000096385074', 901],
      ['00000096385074', 901],
      ['963 850 74', 901],
      ['18001234567894', 902],
      ['(01)18001234567894(10)AB', 902],
      [']C10118001234567894', 902],
      ['2412345000009', 903],
      [`241234500352${gtinCheckDigit('241234500352')}`, 903],
      ['8032089-000017', 904],
      ['A930123450', 904],
      ['930123450', 904],
      [' a930123450 ', 904],
      ['012345678905', 905],
      ['12345678905', 905],
      ['A012345676', 905],
    ] as const;
    for (const [ean, id] of asked) expect([ean, await ids({ ean })]).toEqual([ean, [id]]);
    const { products } = await search({ ean: 'A930123450' });
    expect(products).toMatchObject([{ ean1: '8032089000017', pharmacyCode: 'A930123450' }]);
    await sql`delete from product where product_id > 900`.execute(server.db);
  });

  test('§7 products/search: any of the categories, comma-joined or repeated', async () => {
    const ofPasta = [103, 104];
    expect(await ids({ categoryIds: String(CATEGORIES.pasta) })).toEqual(ofPasta);
    expect(await ids({ categoryIds: `${CATEGORIES.pasta},${CATEGORIES.proteinFreePasta}` })).toEqual([103, 104, 110]);
    const repeated = await fetch(`${server.url}/api/v1/products/search?categoryIds=2&categoryIds=4`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await repeated.json()).toMatchObject({ data: { pagination: { totalCount: 3 } } });
  });

  test('§7 products/search: every filter narrows', async () => {
    expect(await ids({ manufacturerId: MANUFACTURERS.grano, categoryIds: '1' })).toEqual([106, 107]);
    expect(await ids({ manufacturerId: MANUFACTURERS.grano, categoryIds: '1', name: 'lievito' })).toEqual([107]);
    expect(await ids({ categoryType: 'PROTEIN_FREE' })).toEqual([PRODUCTS.proteinFree.id]);
    expect(await ids({ categoryType: 'PROTEIN_FREE', categoryIds: '1' })).toEqual([]);
    expect(await ids({ manufacturerId: 999_999_999_999 })).toEqual([]);
  });

  test('§7 products/search: part of the name in any case, words in any order, wildcards as they are', async () => {
    expect(await ids({ name: 'MORB' })).toEqual([102]);
    expect(await ids({ name: 'riso fusilli' })).toEqual([104]);
    expect(await ids({ name: 'caffè' })).toEqual([109]);
    expect(await ids({ name: '%' })).toEqual([]);
    expect(await ids({ name: 'p_nini' })).toEqual([]);
  });

  test('§9 products/search: five a page by name, in pages that are counted from 0', async () => {
    const first = await search({});
    expect(first.pagination).toEqual({ page: 0, pageSize: 5, totalCount: 10, totalPages: 2 });
    expect(first.products.map(({ name }) => name)).toEqual([
      'Biscotti al cacao',
      'Caffè d’orzo',
      'Farina al taglio',
      'Fusilli di riso',
      'Lievito sfuso',
    ]);
    const second = await search({ page: 1, size: 5, sort: 'name,asc' });
    expect(second.products[0]?.name).toBe('Pane casereccio');
    const beyond = await search({ page: 999_999_999_999_999, size: 999_999 });
    expect(beyond).toMatchObject({ products: [], pagination: { totalCount: 10 } });
    const beyondPasta = await search({ categoryIds: String(CATEGORIES.pasta), page: 1 });
    expect(beyondPasta).toMatchObject({ products: [], pagination: { totalCount: 2 } });
    const descending = await search({ sort: 'refPrice,desc', size: 2 });
    expect(descending.products.map(({ productId }) => productId)).toEqual([PRODUCTS.dear.id, PRODUCTS.accented.id]);
  });

  test.each([
    ['size', '0'],
    ['size', '1.5'],
    ['page', '-1'],
    ['sort', 'price,asc'],
    ['sort', 'name;drop'],
    ['categoryIds', 'a'],
    ['categoryType', 'VEGAN'],
    ['colour', 'red'],
  ])('rules §2 products/search: a wrong %s is refused by its name', async (field, value) => {
    const url = new URL('/api/v1/products/search', server.url);
    url.searchParams.set(field, value);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 4000, description: 'INVALID_REQUEST', field } });
  });
});
