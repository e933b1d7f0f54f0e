import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceOf } from '#contract/call.ts';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { openFiles } from '#contract/calls/open-data.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

const LISTS = [searchAmcOrders, searchProducts, searchPurchases] as const;

describeOnEachDatabase('features', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function namedTo(username: string) {
    const { features } = await server.callOk(readFeatures, {}, { token: await signInAs(server, username) });
    return features;
  }

  test('rules §1 features name every call under /extra, and by resource what its list takes beyond §7', async () => {
    const features = await namedTo(USERS.aurora);
    expect(features.calls.toSorted()).toEqual([
      'amc-orders.downloadListCsv',
      'amc-orders.downloadListPdf',
      'amc-orders.downloadUbl',
      'amc-orders.preview',
      'amc-orders.readTotals',
      'auth.signOut',
      'billing-summary.downloadInvoice',
      'billing-summary.readParts',
      'billing-summary.readTotals',
      'carts.findOfCommand',
      'carts.putLines',
      'end-of-day.read',
      'features.read',
      'kinds.list',
      ...openFiles.map(({ name }) => name).toSorted(),
      'patients.readBalance',
      'purchases.downloadList',
      'purchases.downloadRollReceipt',
      'purchases.readTotals',
      'receipts.verify',
    ]);
    expect(Date.parse(features.time ?? '')).toBeCloseTo(server.services.now().getTime(), -6);
    expect(Object.keys(features.sorts).toSorted()).toEqual(['amc-orders', 'products', 'purchases']);
    expect(features.filters).toEqual({
      'amc-orders': ['esbStatus'],
      purchases: ['purchaseId', 'storeId', 'categoryId'],
      stores: ['closed'],
    });
  });

  test('rules §1 features name to everybody what they may call, and no more', async () => {
    const { calls: authority } = await namedTo(USERS.aslCagliari);
    expect(authority).toContain('all-businesses.list');
    expect(authority.filter((name) => name.startsWith('admin-'))).toEqual([]);
    const office = await namedTo(USERS.districtCagliari);
    expect(office.calls).toContain('admin-patients.update');
    expect(office.calls).not.toContain('admin-users.update');
    expect(office.sorts['admin-patients']).toEqual(['lastName', 'fiscalCode']);
    expect(office.sorts['admin-users']).toBeUndefined();
    expect((await namedTo(USERS.region)).calls).toContain('admin-users.update');
  });

  test('rules §1 every list sorts by every field that the features name, both ways, and by no other', async () => {
    const { features } = await server.callOk(readFeatures, {}, { token });
    for (const call of LISTS) {
      const sorts = features.sorts[resourceOf(call)] ?? [];
      for (const sort of sorts.flatMap((field) => [`${field},asc`, `${field},desc`])) {
        const { status } = await server.call(call, { query: { sort } }, { token });
        expect([call.name, sort, status]).toEqual([call.name, sort, 200]);
      }
      const refused = await server.call(call, { query: { sort: 'business_id,asc' } }, { token });
      expect(refused).toMatchObject({ status: 400, error: { field: 'sort' } });
    }
  });

  test('rules §1 AMC orders by how far they are, an extra of ours', async () => {
    const found = await server.callOk(searchAmcOrders, { query: { esbStatus: 'ACCEPTED,REJECTED' } }, { token });
    expect(found.orders).toEqual([]);
    const refused = await server.call(searchAmcOrders, { query: { esbStatus: 'LOST' } }, { token });
    expect(refused).toMatchObject({ status: 400, error: { field: 'esbStatus' } });
  });
});
