// @vitest-environment jsdom
import type { CrudFilter, CrudSort } from '@refinedev/core';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { amount, integer, listOf, optional, record, text, timestamp } from '#contract/wire.ts';
import { dataProvider } from '#src/providers/data/data-provider.ts';
import { itemOf, listOf as declareList, type ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { resources } from '#src/resources/index.ts';
import { alertTexts, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';

const under = usePortalAgainstServer();
afterEach(() => queryClient.clear());
const values = z.strictObject({ name: z.string() });
const params = z.strictObject({ noteId: z.string() });
const answer = record({ note: record({ name: text }) });
const common = { path: '/api/v1/notes/{noteId}', summary: 'A note.', access: 'public', params, answer } as const;
const createNote = defineCall({ ...common, name: 'notes.create', method: 'POST', body: values });
const updateNote = defineCall({ ...common, name: 'notes.update', method: 'PUT', body: values });
const listNotes = defineCall({
  ...common,
  name: 'notes.list',
  method: 'GET',
  answer: record({ notes: listOf(record({ name: text })) }),
});
const deleteNote = defineCall({ ...common, name: 'notes.delete', method: 'DELETE' });

const noteCreation = itemOf(createNote, 'note', (given: unknown) => ({
  params: { noteId: 'new' },
  body: z.parse(values, given),
}));

/** A resource that declares what the portal's own resources do not. */
const notes: ResourceDeclaration = {
  name: 'notes',
  calls: () =>
    Promise.resolve({
      list: declareList(listNotes, 'notes', { rowId: ({ name }) => name, paging: 'client' }),
      create: noteCreation,
      update: itemOf(updateNote, 'note', (id, given: unknown) => ({
        params: { noteId: String(id) },
        body: z.parse(values, given),
      })),
      remove: itemOf(deleteNote, 'note', (id) => ({ params: { noteId: String(id) } })),
    }),
};

const listEntries = defineCall({
  name: 'entries.list',
  method: 'GET',
  path: '/api/v1/entries',
  summary: 'Values of every type.',
  access: 'public',
  answer: record({
    entries: listOf(
      record({
        amount: optional(amount),
        count: optional(integer),
        name: optional(text),
        time: optional(timestamp),
      }),
    ),
  }),
});

const entries: ResourceDeclaration = {
  name: 'entries',
  calls: () =>
    Promise.resolve({ list: declareList(listEntries, 'entries', { rowId: () => 'entry', paging: 'client' }) }),
};

/** A resource that can be created but not listed, so nothing shows what was created. */
const unlisted: ResourceDeclaration = {
  name: 'unlisted',
  calls: () => Promise.resolve({ create: noteCreation }),
};

const provider = dataProvider([...resources, notes, entries, unlisted]);

function equals(field: string, value: unknown): CrudFilter {
  return { field, operator: 'eq', value };
}

function sentQuery(): Record<string, string> {
  return Object.fromEntries(under.server.requests[0]?.query ?? []);
}

test.each([
  { currentPage: NaN, pageSize: -5 },
  { currentPage: 0, pageSize: 0 },
  { currentPage: -1, pageSize: 2.5 },
])('design §5 a URL that asks for no such page ($currentPage, $pageSize) asks for the first', async (pagination) => {
  under.script = () => ({ body: { data: { purchases: [], pagination: { totalCount: 0 } } } });
  await provider.getList({ resource: 'purchases', pagination: { ...pagination, mode: 'server' } });
  expect(sentQuery()).toMatchObject({ page: '0', size: '5' });
});

test('§7 products: filters, page from zero, size and the default sort', async () => {
  under.script = () => ({
    body: { data: { products: [{ productId: 'P1', name: 'Pane' }], pagination: { totalCount: 41 } } },
  });
  const list = await provider.getList({
    resource: 'products',
    pagination: { currentPage: 3, pageSize: 10, mode: 'server' },
    filters: [equals('categoryIds', [1, 2]), equals('name', 'pane'), equals('ean', '')],
  });
  expect(sentQuery()).toEqual({ categoryIds: '1,2', name: 'pane', page: '2', size: '10', sort: 'name,asc' });
  expect(list.total).toBe(41);
  expect(list.data).toMatchObject([{ id: 'P1', productId: 'P1', name: 'Pane' }]);
});

test('§9 products come five a page, from the first, when the screen does not say', async () => {
  under.script = () => ({ body: { data: { products: [], pagination: { totalCount: 0 } } } });
  await provider.getList({ resource: 'products' });
  expect(sentQuery()).toEqual({ page: '0', size: '5', sort: 'name,asc' });
});

/** Answers with an empty list and these features. */
function scriptFeatures(features: object | null): void {
  under.script = ({ path }) => {
    if (!path.endsWith('/features')) {
      return { body: { data: { products: [], orders: [], pagination: { totalCount: 0 } } } };
    }
    return features ? { body: { data: { features: { sorts: {}, filters: {}, calls: [], ...features } } } } : 'hangUp';
  };
}

function lastQuery(): Record<string, string> {
  return Object.fromEntries(under.server.requests.at(-1)?.query ?? []);
}

const byNameAndId: CrudSort[] = [
  { field: 'name', order: 'desc' },
  { field: 'productId', order: 'desc' },
];

test('rules §1 sort is field,…,dir where the server names the fields, which are asked for once', async () => {
  scriptFeatures({ sorts: { products: ['name', 'productId'] } });
  await provider.getList({ resource: 'products', sorters: byNameAndId });
  await provider.getList({ resource: 'products', sorters: byNameAndId });
  expect(lastQuery().sort).toBe('name,productId,desc');
  expect(under.server.requests.filter(({ path }) => path.endsWith('/features'))).toHaveLength(1);
});

test.each([
  ['does not name the field', { sorts: { products: ['name'] } }],
  ['names it for another list', { sorts: { purchases: ['name', 'productId'] } }],
  ['does not say', null],
])("rules §1 a server that %s gets §7's sort", async (_, features) => {
  scriptFeatures(features);
  await provider.getList({ resource: 'products', sorters: byNameAndId });
  expect(lastQuery().sort).toBe('name,asc');
  expect(alertTexts()).toEqual([]);
});

test.each([
  [404, 1],
  [403, 2],
  [500, 2],
])('rules §1 features refused with %d are asked for %d times by two lists', async (status, times) => {
  under.script = ({ path }) =>
    path.endsWith('/features') ? { status } : { body: { data: { products: [], pagination: { totalCount: 0 } } } };
  await provider.getList({ resource: 'products', sorters: byNameAndId });
  await provider.getList({ resource: 'products', sorters: byNameAndId });
  expect(under.server.requests.filter(({ path }) => path.endsWith('/features'))).toHaveLength(times);
  expect(lastQuery().sort).toBe('name,asc');
  expect(alertTexts()).toEqual([]);
});

test("§7 a list in §7's order, with §7's filters, asks for no features", async () => {
  scriptFeatures({});
  const sorters: CrudSort[] = [{ field: 'name', order: 'asc' }];
  await provider.getList({ resource: 'products', sorters, filters: [equals('name', 'pane')] });
  expect(under.server.requests.map(({ path }) => path)).toEqual(['/api/v1/products/search']);
});

test('rules §1 a filter beyond §7 is sent where the server names it, and one that no call knows never', async () => {
  const filters = [equals('esbStatus', 'REJECTED'), equals('anything', 1)];
  scriptFeatures({ filters: { 'amc-orders': ['esbStatus'] } });
  await provider.getList({ resource: 'amc-orders', filters });
  expect(lastQuery()).toMatchObject({ esbStatus: 'REJECTED' });
  expect(lastQuery()).not.toHaveProperty('anything');
  queryClient.clear();
  scriptFeatures({});
  await provider.getList({ resource: 'amc-orders', filters });
  expect(lastQuery()).not.toHaveProperty('esbStatus');
});

test('design §2 a list that the server does not page is filtered and sorted in the portal', async () => {
  const names = ['Nuoro', 'Sassari', 'Cagliari', 'Oristano'];
  under.script = () => ({ body: { data: { asls: names.map((name, aslId) => ({ aslId, name })) } } });
  const { data, total } = await provider.getList({
    resource: 'asl',
    filters: [{ field: 'name', operator: 'contains', value: 'AR' }],
    sorters: [{ field: 'name', order: 'asc' }],
  });
  expect([data.map(({ name }) => name as unknown), total]).toEqual([['Cagliari', 'Sassari'], 2]);
  expect(sentQuery()).toEqual({});
});

test.each([
  ['decimals', 'amount', [10.5, 9.25, -1.5, -12], [-12, -1.5, 9.25, 10.5]],
  ['numbers', 'count', [10, 9, -2, -11], [-11, -2, 9, 10]],
  ['words', 'name', ['zucca', 'Èbano', 'fico'], ['Èbano', 'fico', 'zucca']],
  [
    'instants of different offsets',
    'time',
    ['2026-07-01T12:00:00+02:00', '2026-07-01T11:00:00Z', '2026-07-01T09:30:00.5+00:00'],
    ['2026-07-01T09:30:00.5+00:00', '2026-07-01T12:00:00+02:00', '2026-07-01T11:00:00Z'],
  ],
])('design §2 a whole list is sorted by the type of a field: %s', async (_, field, given, ascending) => {
  under.script = () => ({ body: { data: { entries: given.map((value) => ({ [field]: value })) } } });
  for (const [order, wanted] of [
    ['asc', ascending],
    ['desc', ascending.toReversed()],
  ] as const) {
    const { data } = await provider.getList({ resource: 'entries', sorters: [{ field, order }] });
    expect(data.map((row) => (field === 'amount' ? Number(row[field]) : (row[field] as unknown)))).toEqual(wanted);
  }
});

test('§7 purchases: newest first', async () => {
  under.script = () => ({ body: { data: { purchases: [], pagination: { totalCount: 0 } } } });
  await provider.getList({ resource: 'purchases', filters: [equals('patientId', 4), equals('dossierId', 5)] });
  expect(sentQuery()).toEqual({ patientId: '4', dossierId: '5', page: '0', size: '5', sort: 'createTime,desc' });
});

test('§7 stores: sorted by their id', async () => {
  under.script = () => ({ body: { data: { stores: [{ storeId: 3 }] } } });
  const { data, total } = await provider.getList({ resource: 'stores' });
  expect(sentQuery()).toEqual({ sort: 'storeId' });
  expect([data, total]).toEqual([[{ id: 3, storeId: 3 }], 1]);
});

test('rules §4 patient rows are keyed by patient and dossier', async () => {
  const row = { patientId: 1, fiscalCode: 'RSSMRA85T10A562S' };
  under.script = () => ({
    body: {
      data: { patients: [7, 8].map((dossierId) => ({ ...row, activeDossiers: [{ dossierId, status: 'APPROVED' }] })) },
    },
  });
  const { data } = await provider.getList({ resource: 'patients', filters: [equals('fiscalCode', 'RSSMRA')] });
  expect(data.map(({ id }) => id)).toEqual(['1/7', '1/8']);
});

test('§2 a list that the server does not page is cut for who asks for a page', async () => {
  under.script = () => ({ body: { data: { asls: [1, 2, 3].map((aslId) => ({ aslId, name: 'ASL' })) } } });
  const page = await provider.getList({
    resource: 'asl',
    pagination: { currentPage: 2, pageSize: 2, mode: 'server' },
  });
  const whole = await provider.getList({ resource: 'asl', pagination: { mode: 'client', pageSize: 2 } });
  expect([page.data.length, page.total]).toEqual([1, 3]);
  expect([whole.data.length, whole.total]).toEqual([3, 3]);
});

test.each([400, 403, 404, 409])('§8 a list load that fails with %d is quietly empty', async (status) => {
  under.script = () => ({ status });
  await expect(provider.getList({ resource: 'asl' })).resolves.toEqual({ data: [], total: 0, isRefused: true });
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['500', { status: 500 }],
  ['a broken answer', { body: { data: { asls: 'none' } } }],
  ['no answer', 'hangUp' as const],
])('rules §2 a list load that ends with %s fails, with the alert', async (_, scripted) => {
  under.script = () => scripted;
  await expect(provider.getList({ resource: 'asl' })).rejects.toMatchObject({ shown: true });
  expect(alertTexts()).toHaveLength(1);
});

test("design §2 the query cache's signal ends the call silently", async () => {
  const abort = new AbortController();
  under.script = () => {
    abort.abort();
    return { body: { data: { asls: [] } } };
  };
  await expect(provider.getList({ resource: 'asl', meta: { signal: abort.signal } })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(alertTexts()).toEqual([]);
});

test('§7 one cart by its id', async () => {
  under.script = () => ({
    body: { data: { cart: { cartId: 9, items: [], residualAmount: 1, voucherInitialAmount: 2 } } },
  });
  const { data } = await provider.getOne({ resource: 'carts', id: 9 });
  // By the version of Node, the request that the test before aborts comes late.
  expect(under.server.to('/api/v1/carts/9')).toHaveLength(1);
  expect(data).toMatchObject({ cartId: 9 });
});

test('design §2 create, update and delete where they are declared', async () => {
  under.script = ({ method }) => ({ body: { data: { note: { name: method } } } });
  await expect(provider.create({ resource: 'notes', variables: { name: 'a' } })).resolves.toEqual({
    data: { id: 'POST', name: 'POST' },
  });
  await expect(provider.update({ resource: 'notes', id: 5, variables: { name: 'b' } })).resolves.toEqual({
    data: { id: 5, name: 'PUT' },
  });
  await expect(provider.deleteOne({ resource: 'notes', id: 5 })).resolves.toEqual({ data: { name: 'DELETE' } });
  expect(under.server.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/api/v1/notes/new', '{"name":"a"}'],
    ['/api/v1/notes/5', '{"name":"b"}'],
    ['/api/v1/notes/5', ''],
  ]);
});

test.each([
  ['patients.one', () => provider.getOne({ resource: 'patients', id: 1 })],
  ['carts.list', () => provider.getList({ resource: 'carts' })],
  ['products.create', () => provider.create({ resource: 'products', variables: {} })],
  ['stores.update', () => provider.update({ resource: 'stores', id: 1, variables: {} })],
  ['purchases.remove', () => provider.deleteOne({ resource: 'purchases', id: 1 })],
  ['amc-orders.create', () => provider.create({ resource: 'amc-orders', variables: {} })],
  ['unlisted.list', () => provider.create({ resource: 'unlisted', variables: { name: 'a' } })],
  ['nothing.list', () => provider.getList({ resource: 'nothing' })],
  ['custom./api/v1/stores', () => provider.custom?.({ url: '/api/v1/stores', method: 'get' })],
])('design §2 what is not declared is not supported: %s', async (method, ask) => {
  await expect(ask()).rejects.toThrow(`not supported: ${method}`);
  expect(under.server.requests).toEqual([]);
});
