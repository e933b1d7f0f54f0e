import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { adminCategories, adminManufacturers, adminProducts } from '#contract/admin/products.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { listAllBusinesses, listBusinesses } from '#contract/calls/businesses.ts';
import { checkCart, putCartProduct, recreateCart } from '#contract/calls/carts.ts';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { readBalance, searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { checkPurchase, downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { restoreFixture } from '../support/fill-fixture.ts';
import {
  BUSINESSES,
  CATEGORIES,
  MANUFACTURERS,
  PATIENTS,
  PRODUCTS,
  PURCHASES,
  STORES,
  USERS,
} from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { openCart, put } from '../support/sale.ts';
import { NEW_BUSINESS, NEW_STORE } from './rows.ts';

const SALE = { patientId: 3, voucherId: 300, storeId: STORES.auroraCentro };

describeOnEachDatabase('what is disabled', (database) => {
  let server: TestServer;
  let region: string;
  let shop: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    await restoreFixture(server.db);
    region = await signInAs(server, USERS.region);
    shop = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function disableStore(id: number): Promise<void> {
    const { row } = await server.callOk(adminStores.calls.read, { params: { id } }, { token: region });
    const { code, districtCode, name, address, streetNumber, city, latitude, longitude, version } = row;
    const place = { code, districtCode, name, address, streetNumber, city, latitude, longitude };
    const body = { ...place, disabled: true, version };
    await server.callOk(adminStores.calls.update, { params: { id }, body }, { token: region });
  }

  async function disableBusiness(id: number): Promise<void> {
    const { row } = await server.callOk(adminBusinesses.calls.read, { params: { id } }, { token: region });
    const { version } = row;
    const body = { ...NEW_BUSINESS, companyName: row.companyName, disabled: true, version };
    await server.callOk(adminBusinesses.calls.update, { params: { id }, body }, { token: region });
  }

  async function disableProduct(id: number): Promise<void> {
    const { row } = await server.callOk(adminProducts.calls.read, { params: { id } }, { token: region });
    const { name, ean1, version } = row;
    const body = {
      ...{ name, ean1, version, refPrice: Number(row.refPrice), disabled: true },
      ...{ manufacturerId: Number(row.manufacturerId), categoryType: 'CELIAC' as const },
      categoryIds: row.categoryIds.map(Number),
    };
    await server.callOk(adminProducts.calls.update, { params: { id }, body }, { token: region });
  }

  async function found(): Promise<string[]> {
    const { products } = await server.callOk(searchProducts, { query: { size: 50 } }, { token: shop });
    return products.map(({ name }) => name);
  }

  async function placesOf(businessId: number) {
    const { businesses } = await server.callOk(listBusinesses, {});
    const business = businesses.find((one) => one.businessId === businessId);
    return business?.stores?.map(({ storeId }) => storeId);
  }

  test('rules §9 disabled: a store is not offered, opens no cart and sells none; what was sold there still prints', async () => {
    const cartId = await openCart(server, shop, SALE);
    await put(server, shop, cartId, PRODUCTS.bread, 1);
    await disableStore(STORES.auroraCentro);
    const { stores } = await server.callOk(listMyStores, { query: {} }, { token: shop });
    expect(stores.map(({ storeId }) => storeId)).toEqual([STORES.auroraMare]);
    expect(await placesOf(BUSINESSES.aurora)).toEqual([STORES.auroraMare]);
    const check = await server.call(checkCart, { body: SALE }, { token: shop });
    expect(check.error?.description).toBe('STORE_NOT_FOUND');
    const buying = await server.call(checkPurchase, { params: { cartId } }, { token: shop });
    expect(buying.error?.description).toBe('STORE_NOT_FOUND');
    const purchaseId = PURCHASES.active.id;
    await server.callOk(downloadReceipt, { params: { purchaseId } }, { token: shop });
    const { purchases } = await server.callOk(searchPurchases, { query: { purchaseId } }, { token: shop });
    expect(purchases[0]?.store?.name).toBe('Aurora Centro');
  });

  test('rules §9 disabled: a business is not in the store locator, and none of its stores sells', async () => {
    await disableBusiness(BUSINESSES.aurora);
    expect(await placesOf(BUSINESSES.aurora)).toBeUndefined();
    expect(await placesOf(BUSINESSES.corso)).toEqual([STORES.corso]);
    expect((await server.callOk(listMyStores, { query: {} }, { token: shop })).stores).toEqual([]);
    const check = await server.call(checkCart, { body: SALE }, { token: shop });
    expect(check.error?.description).toBe('STORE_NOT_FOUND');
    await server.callOk(downloadReceipt, { params: { purchaseId: PURCHASES.active.id } }, { token: shop });
  });

  test('rules §9 disabled: the users of a business look for no patient and no balance any more', async () => {
    const { withoutPin } = PATIENTS;
    const query = { fiscalCode: withoutPin.fiscalCode };
    const body = { patientId: withoutPin.id, dossierId: 20, storeId: STORES.auroraCentro };
    await server.callOk(searchPatients, { query }, { token: shop });
    await server.callOk(readBalance, { body }, { token: shop });
    await disableBusiness(BUSINESSES.aurora);
    expect((await server.call(searchPatients, { query }, { token: shop })).error?.description).toBe('NOT_ALLOWED');
    expect((await server.call(readBalance, { body }, { token: shop })).error?.description).toBe('STORE_NOT_FOUND');
  });

  test('rules §9 disabled: an authority goes on finding a business whose bills and orders there are', async () => {
    const token = await signInAs(server, USERS.aslSassari);
    await disableBusiness(BUSINESSES.aurora);
    const { businesses } = await server.callOk(listAllBusinesses, {}, { token });
    expect(businesses.map(({ businessId }) => businessId)).toContain(BUSINESSES.aurora);
    expect(businesses).toHaveLength(Object.keys(BUSINESSES).length);
  });

  test('rules §9 disabled: a business whose stores all are is not in the store locator at its own address', async () => {
    await disableStore(STORES.corso);
    expect(await placesOf(BUSINESSES.corso)).toBeUndefined();
    expect(await placesOf(BUSINESSES.bottega)).toEqual([STORES.bottega]);
  });

  test('rules §9 disabled: a store is found by who looks for what was sold in it', async () => {
    await disableStore(STORES.auroraCentro);
    const { stores } = await server.callOk(listMyStores, { query: { closed: true } }, { token: shop });
    expect(stores.map(({ storeId }) => storeId)).toEqual([STORES.auroraCentro, STORES.auroraMare]);
    const day = { params: { storeId: STORES.auroraCentro }, query: { day: '2026-05-05' } };
    const { endOfDay } = await server.callOk(readEndOfDay, day, { token: shop });
    expect(endOfDay.sales.count).toBe(1);
  });

  test('rules §9 stores: one stays its business’s, and so does what was sold in it', async () => {
    const { row } = await server.callOk(
      adminStores.calls.read,
      { params: { id: STORES.auroraCentro } },
      { token: region },
    );
    const body = { ...NEW_STORE, businessId: BUSINESSES.corso, version: row.version };
    const moved = await server.call(
      adminStores.calls.update,
      { params: { id: STORES.auroraCentro }, body },
      { token: region },
    );
    expect(moved).toMatchObject({ status: 400, error: { field: 'businessId' } });
    const store = server.db.updateTable('store').where('store_id', '=', STORES.auroraCentro);
    await expect(store.set({ business_id: BUSINESSES.corso }).execute()).rejects.toThrow('store_id_business_id_fkey');
  });

  test('rules §9 disabled: a product is not found and comes into no cart, by a recreation neither', async () => {
    const params = { cartId: await openCart(server, shop, SALE) };
    expect(await found()).toContain(PRODUCTS.bread.name);
    await disableProduct(PRODUCTS.bread.id);
    expect(await found()).not.toContain(PRODUCTS.bread.name);
    const body = { productId: PRODUCTS.bread.id, quantity: 1, pricePerUnit: 3.5 };
    const line = await server.call(putCartProduct, { params, body }, { token: shop });
    expect(line.error?.description).toBe('PRODUCT_NOT_ALLOWED');
    const { purchases } = await server.callOk(searchPurchases, { query: {} }, { token: shop });
    const old = purchases.find(({ purchaseId }) => purchaseId === PURCHASES.cancelled.id);
    expect(old?.items.map(({ product }) => product.name)).toEqual([PRODUCTS.bread.name]);
    const again = { body: { purchaseId: PURCHASES.cancelled.id } };
    expect((await server.callOk(recreateCart, again, { token: shop })).cart.items).toEqual([]);
  });

  test('rules §9 disabled: a manufacturer is not listed, and none of its products found', async () => {
    const body = { name: 'Mulino di Sardegna', disabled: true, version: 1 };
    await server.callOk(
      adminManufacturers.calls.update,
      { params: { id: MANUFACTURERS.mulino }, body },
      { token: region },
    );
    const { manufacturers } = await server.callOk(listManufacturers, { query: {} }, { token: shop });
    expect(manufacturers.map(({ name }) => name)).toEqual(['Dieta Lieve', 'Grano Libero']);
    expect(await found()).not.toContain(PRODUCTS.bread.name);
    expect(await found()).toContain(PRODUCTS.penne.name);
  });

  test('rules §9 disabled: a category is not listed, its products are found', async () => {
    const body = { name: 'Pasta', disabled: true, version: 1 };
    await server.callOk(adminCategories.calls.update, { params: { id: CATEGORIES.pasta }, body }, { token: region });
    const { categories } = await server.callOk(listCategories, { query: { type: 'CELIAC' } }, { token: shop });
    expect(categories.map(({ name }) => name)).toEqual(['Biscotti e dolci', 'Pane e sostituti']);
    expect(await found()).toContain(PRODUCTS.penne.name);
  });
});
