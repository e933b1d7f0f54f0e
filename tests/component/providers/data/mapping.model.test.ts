import type { CrudFilter, CrudSort, GetListParams } from '@refinedev/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import type { CallReply } from '#contract/call.ts';
import { toWire } from '#contract/rules/money.ts';
import { readText } from '#contract/rules/typed-text.ts';
import { NO_FEATURES } from '#src/providers/api/features.ts';
import { listQuery } from '#src/providers/data/list.ts';
import type { ListDeclaration, ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { readAnswer } from '#src/providers/api/read-answer.ts';
import { encodeFields } from '#src/providers/api/serialization.ts';
import { patients, products, purchases } from '#src/resources/index.ts';
import { modelRuns } from '#tests/extent.ts';

const runs = modelRuns(200);

async function listDeclarationOf(resource: ResourceDeclaration): Promise<ListDeclaration> {
  const { list } = await resource.calls();
  if (!list) throw new Error(`${resource.name} has no list`);
  return list;
}

const lists = {
  patients: await listDeclarationOf(patients),
  products: await listDeclarationOf(products),
  purchases: await listDeclarationOf(purchases),
};

/** The features of a server that knows the sorts of the model. */
const EVERYTHING = { ...NO_FEATURES, sorts: { products: ['name', 'createTime', 'productId'] } };

/** The query as the server reads it: empty values never reach its schemas (rules §1). */
function received(list: ListDeclaration, params: GetListParams): Record<string, unknown> {
  if (!list.call.query) throw new Error('no query');
  return z.parse(list.call.query, Object.fromEntries(encodeFields(listQuery(list, params, EVERYTHING)))) as Record<
    string,
    unknown
  >;
}

function filtersOf(values: Readonly<Record<string, unknown>>): CrudFilter[] {
  return Object.entries(values).map(([field, value]) => ({ field, operator: 'eq', value }));
}

/** The values that are not empty. */
function filled(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

const id = fc.integer({ min: 1, max: 999_999 });
const absent = fc.constantFrom(undefined, null, '');
/** As the server reads them (rules §11). */
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(readText);
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const page = fc.record({ currentPage: fc.integer({ min: 1, max: 5000 }), pageSize: fc.constantFrom(5, 10, 20) });
const sorters = fc.record({
  fields: fc.uniqueArray(fc.constantFrom('name', 'createTime', 'productId'), { maxLength: 3 }),
  order: fc.constantFrom('asc', 'desc'),
});

function sortersOf({ fields, order }: { fields: readonly string[]; order: 'asc' | 'desc' }): CrudSort[] {
  return fields.map((field) => ({ field, order }));
}

test('rules §1 a list query arrives as the screen meant it: filters, page from zero, size and sort', () => {
  const filters = fc.record({
    categoryIds: fc.oneof(fc.array(id, { maxLength: 4 }), absent),
    manufacturerId: fc.oneof(id, absent),
    ean: fc.oneof(word, absent),
    name: fc.oneof(word, absent),
    categoryType: fc.constantFrom('CELIAC', 'PROTEIN_FREE', undefined),
  });
  fc.assert(
    fc.property(filters, page, sorters, (values, { currentPage, pageSize }, sorting) => {
      const query = received(lists.products, {
        resource: 'products',
        filters: filtersOf(values),
        sorters: sortersOf(sorting),
        pagination: { currentPage, pageSize, mode: 'server' },
      });
      const sort = sorting.fields.length > 0 ? [...sorting.fields, sorting.order].join(',') : 'name,asc';
      expect(query).toEqual({ ...filled(values), page: currentPage - 1, size: pageSize, sort });
    }),
    runs,
  );
});

test('rules §1 a period and its flags arrive as the screen meant them', () => {
  const filters = fc.record({
    patientId: fc.oneof(id, absent),
    dossierId: fc.oneof(id, absent),
    dateStart: fc.oneof(day, absent),
    dateEnd: fc.oneof(day, absent),
    excludeAmc: fc.oneof(fc.boolean(), absent),
    purchaseStatusList: fc.constantFrom(undefined, ['ACTIVE'], ['ACTIVE', 'CANCELLED']),
  });
  fc.assert(
    fc.property(filters, page, (values, { currentPage, pageSize }) => {
      const pagination = { currentPage, pageSize, mode: 'server' } as const;
      const query = received(lists.purchases, { resource: 'purchases', filters: filtersOf(values), pagination });
      expect(query).toEqual({ ...filled(values), page: currentPage - 1, size: pageSize, sort: 'createTime,desc' });
    }),
    runs,
  );
});

test('§7 a patient search sends what §7 says, whatever the screen wants of pages', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{6,16}$/), page, (fiscalCode, pagination) => {
      const query = received(lists.patients, { resource: 'patients', filters: filtersOf({ fiscalCode }), pagination });
      expect(query).toEqual({
        fiscalCode,
        status: 'ENABLED',
        duplicateByDossier: true,
        sort: 'lastName,firstName,asc',
      });
    }),
    runs,
  );
});

type ProductsReply = CallReply<typeof searchProducts>;
type PurchasesReply = CallReply<typeof searchPurchases>;

const euro = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100);
const pagination = fc.record({ totalCount: fc.nat({ max: 9999 }) });
const sentProducts: fc.Arbitrary<ProductsReply> = fc.record({
  products: fc.array(
    fc.record({
      productId: id,
      name: word,
      ean1: fc.option(fc.stringMatching(/^\d{13}$/), { nil: undefined }),
      refPrice: fc.option(euro, { nil: undefined }),
      categories: fc.array(fc.record({ categoryId: id, name: word }), { maxLength: 2 }),
      manufacturer: fc.option(fc.record({ manufacturerId: id, name: word }), { nil: undefined }),
    }),
    { maxLength: 6 },
  ),
  pagination,
});
const sentPurchases: fc.Arbitrary<PurchasesReply> = fc.record({
  purchases: fc.array(
    fc.record({
      purchaseId: id,
      createTime: day.map((date) => `${date}T10:00:00.000+01:00`),
      itemsAmount: euro,
      status: fc.constantFrom('ACTIVE' as const, 'CANCELLED' as const),
      cancelable: fc.option(fc.boolean(), { nil: undefined }),
      patient: fc.record({ patientId: id, firstName: word, lastName: word, fiscalCode: word }),
      dossierId: fc.option(id, { nil: undefined }),
    }),
    { maxLength: 6 },
  ),
  pagination,
});

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same content as another conforming server sends it: ids as text, null for absent, and unknown keys. */
function otherwise(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => otherwise(one));
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, one]) => [name, otherwise(one, name)]);
    return { ...Object.fromEntries(entries), unknownKey: { of: ['another', 'server'] } };
  }
  if (value === undefined) return null;
  return key.endsWith('Id') && typeof value === 'number' ? String(value) : value;
}

/** What was read, as JSON with every id as text. */
function comparable(read: unknown): unknown {
  return JSON.parse(JSON.stringify(read), (key, value: unknown) => (key.endsWith('Id') ? String(value) : value));
}

/** What the portal reads of `data` sent in both forms. */
function readings(call: typeof searchProducts | typeof searchPurchases, data: ProductsReply | PurchasesReply) {
  const ours = JSON.parse(JSON.stringify({ data, status: { trace: 't' } })) as unknown;
  const { pagination: beside, ...rest } = otherwise(data) as Json;
  return [ours, { data: rest, pagination: beside, error: null }].map((body) => {
    const reading = readAnswer(call, { status: 200, body });
    if (reading.kind !== 'success') throw new Error(`not read: ${reading.kind}`);
    return reading.data;
  });
}

test('rules §1 products are read alike from our server and from another, and as they were sent', () => {
  fc.assert(
    fc.property(sentProducts, (data) => {
      const [ours, others] = readings(searchProducts, data);
      expect(comparable(others)).toEqual(comparable(ours));
      const read = z.parse(searchProducts.answer.read, data);
      expect(ours).toEqual(read);
      expect(read.products.map(({ refPrice }) => refPrice && toWire(refPrice))).toEqual(
        data.products.map(({ refPrice }) => refPrice),
      );
      expect(read.pagination.totalCount).toBe(data.pagination.totalCount);
    }),
    runs,
  );
});

test('rules §1 purchases are read alike from our server and from another, and as they were sent', () => {
  fc.assert(
    fc.property(sentPurchases, (data) => {
      const [ours, others] = readings(searchPurchases, data);
      expect(comparable(others)).toEqual(comparable(ours));
      const read = z.parse(searchPurchases.answer.read, data);
      expect(ours).toEqual(read);
      expect(read.purchases.map(({ itemsAmount }) => toWire(itemsAmount))).toEqual(
        data.purchases.map(({ itemsAmount }) => itemsAmount),
      );
      expect(read.purchases.map(({ purchaseId, status }) => [purchaseId, status])).toEqual(
        data.purchases.map(({ purchaseId, status }) => [purchaseId, status]),
      );
    }),
    runs,
  );
});

test('design §2 a page that nobody has asks for one that may exist, and never for a size that no screen offers', () => {
  const odd = fc.oneof(fc.integer(), fc.double(), fc.constant(undefined));
  fc.assert(
    fc.property(odd, odd, (currentPage, pageSize) => {
      const query = received(lists.purchases, {
        resource: 'purchases',
        pagination: { currentPage, pageSize, mode: 'server' },
      });
      expect(query.page).toBeGreaterThanOrEqual(0);
      expect([5, 10, 20]).toContain(query.size);
    }),
    runs,
  );
});
